type Messenger = "whatsApp" | "telegram" | "viber" | "mail";

/**
 * Returns the addresses that open a messaging app with a message about a lot.
 *
 * @example messengerLinks({ title, message, link })[0] // { app: "whatsApp", href: "https://wa.me/..." }
 */
export function messengerLinks({
  title,
  message,
  link,
}: {
  title: string;
  message: string;
  link: string;
}): { app: Messenger; href: string }[] {
  const whole = encodeURIComponent(`${message}\n${link}`);
  const [text, url, subject] = [message, link, title].map(encodeURIComponent);
  return [
    { app: "whatsApp", href: `https://wa.me/?text=${whole}` },
    {
      app: "telegram",
      href: `https://t.me/share/url?url=${url}&text=${text}`,
    },
    { app: "viber", href: `viber://forward?text=${whole}` },
    { app: "mail", href: `mailto:?subject=${subject}&body=${whole}` },
  ];
}

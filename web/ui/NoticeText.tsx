const SIGN = '✅ ';

/** A fixed text in a `Notice`: where it begins with a sign of its own, only the Notice's is seen. */
export function NoticeText({ children: text }: { children: string }) {
  if (!text.startsWith(SIGN)) return text;
  return (
    <>
      <span className="visually-hidden">{SIGN}</span>
      {text.slice(SIGN.length)}
    </>
  );
}

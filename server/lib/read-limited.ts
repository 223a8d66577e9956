/** Returns the text of a response; null when it has more bytes than allowed: the rest is not read. */
export async function readLimited(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

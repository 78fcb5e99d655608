/** The browser, or the user in its question, did not allow it. */
const isRefusal = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';

export type Clip =
  | { kind: 'text'; text: string }
  | { kind: 'picture'; file: File }
  | { kind: 'nothing' }
  | { kind: 'refused' };

/** The text of the clipboard, or else its picture. Office programs also put a picture of their text there. */
export async function readClipboard(clipboard: Pick<Clipboard, 'read'>): Promise<Clip> {
  let items: ClipboardItems;
  try {
    items = await clipboard.read();
  } catch (error) {
    if (isRefusal(error)) return { kind: 'refused' };
    throw error;
  }
  for (const item of items) {
    if (!item.types.includes('text/plain')) continue;
    const text = await (await item.getType('text/plain')).text();
    if (text.trim() !== '') return { kind: 'text', text };
  }
  for (const item of items) {
    const type = item.types.find((one) => one.startsWith('image/'));
    if (!type) continue;
    const name = `clipboard.${type.slice('image/'.length)}`;
    return { kind: 'picture', file: new File([await item.getType(type)], name, { type }) };
  }
  return { kind: 'nothing' };
}

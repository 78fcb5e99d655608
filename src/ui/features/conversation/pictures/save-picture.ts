import { saveFile } from '#ui/kit/files/save-file.ts';

const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: 'jpg', 'svg+xml': 'svg', 'x-icon': 'ico' };

/** Downloads a picture, under its own name where that has an ending. */
export function savePicture(picture: Blob, name: string): void {
  const kind = /^image\/([\w+.-]+)/.exec(picture.type)?.[1] ?? '';
  const ending = EXTENSIONS[kind] ?? kind;
  saveFile(picture, /\.\w{2,5}$/.test(name) || ending === '' ? name : `${name}.${ending}`);
}

/** Puts a picture on the clipboard. It takes PNG only. Rejects where that isn't allowed. */
export async function copyPicture(picture: Blob, drawn: HTMLImageElement): Promise<void> {
  const png = picture.type === 'image/png' ? picture : drawPng(drawn);
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
}

async function drawPng(image: HTMLImageElement): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.max(1, image.naturalWidth), Math.max(1, image.naturalHeight));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

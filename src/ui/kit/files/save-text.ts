import { saveFile } from './save-file.ts';

/** Downloads a text as a file. */
export function saveText(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
}

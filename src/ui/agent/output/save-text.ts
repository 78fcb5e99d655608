/** Hands a text to the person as a file. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; it reads the bytes by itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

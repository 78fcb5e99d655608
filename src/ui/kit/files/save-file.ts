/** Hands bytes to the person as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; it reads the bytes by itself.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

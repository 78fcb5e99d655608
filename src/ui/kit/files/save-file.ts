/** Downloads bytes as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has started the download, which reads the bytes on its own.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

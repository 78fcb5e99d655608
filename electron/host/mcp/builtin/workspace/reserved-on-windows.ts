const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?:\.|$)/i;

/**
 * Whether Windows would read a path differently than written: a device, a stream of a file, a name without the dots or
 * spaces at its end, a path that is not parsed further (Microsoft, Naming Files, Paths, and Namespaces).
 */
export function isReservedOnWindows(path: string): boolean {
  if (/^[\\/]{2}[?.][\\/]/.test(path)) return true;
  const parts = path.replace(/^[a-z]:(?=[\\/]|$)/i, '').split(/[\\/]/);
  return parts.some(
    (part) => part.includes(':') || DEVICE.test(part) || (/[. ]$/.test(part) && part !== '.' && part !== '..'),
  );
}

/** Types of files that aren't text, by the end of their names. Browsers know them for files that the user attaches. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  hwpx: 'application/hwp+zip',
  epub: 'application/epub+zip',
  svg: 'image/svg+xml',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
  rtf: 'application/rtf',
};

/** `text`: the bytes are text. */
export function mimeOfPath(path: string, text: boolean): string {
  const end = /\.([a-z0-9]{2,5})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(TYPES, end) ? TYPES[end] : undefined;
  return known ?? (text ? 'text/plain' : 'application/octet-stream');
}

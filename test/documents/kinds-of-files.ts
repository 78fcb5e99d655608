import { excel, koreanPdf, pack, paragraph, pdf, powerpoint, word } from './pack.ts';

export interface KindOfFile {
  /** How the table calls it. */
  title: string;
  name: string;
  /** As a browser names it. */
  type: string;
  content: () => Blob | Promise<Blob>;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';
const WORD = `${OFFICE}.wordprocessingml.document`;
const LINE = 'A line that is long enough to be text';
const SENTENCE = '가나다라마바사';

const bytes = (...values: readonly number[]): Blob => new Blob([new Uint8Array(values)]);
const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const big = (value: number): number[] => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
const little = (value: number): number[] => big(value).toReversed();
const openDocument = (kind: string, body: string) => () =>
  pack({ mimetype: `${ODF}.${kind}`, 'content.xml': `<office:body>${body}</office:body>` });
const cells = '<row><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>';

const png = (width: number, height: number): Blob =>
  bytes(0x89, ...ascii('PNG\r\n\x1a\n'), ...big(13), ...ascii('IHDR'), ...big(width), ...big(height));
const gif = bytes(...ascii('GIF89a'), 200, 0, 100, 0, 0, 0, 0);
const webp = bytes(
  ...ascii('RIFF'),
  ...little(30),
  ...ascii('WEBPVP8X'),
  ...little(10),
  0,
  0,
  0,
  0,
  199,
  0,
  0,
  99,
  0,
  0,
);
const bmp = bytes(...ascii('BM'), ...big(0), ...big(0), ...little(54), ...little(40), ...little(200), ...little(100));
const heif = (brand: string): Blob => bytes(...big(16), ...ascii(`ftyp${brand}`), 0, 0, 0, 0);
const avif = bytes(
  ...big(16),
  ...ascii('ftypavif'),
  ...big(0),
  ...big(20),
  ...ascii('ispe'),
  ...big(0),
  ...big(200),
  ...big(100),
);
/** Of 200 × 100 pixels; 6 is turned by a quarter. */
const jpeg = (orientation: number): Blob =>
  bytes(
    0xff,
    0xd8,
    0xff,
    0xe1,
    0,
    34,
    ...ascii('Exif'),
    0,
    0,
    ...ascii('MM'),
    0,
    42,
    ...big(8),
    0,
    1,
    1,
    0x12,
    0,
    3,
    ...big(1),
    0,
    orientation,
    0,
    0,
    ...big(0),
    0xff,
    0xc0,
    0,
    17,
    8,
    0,
    100,
    0,
    200,
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
  );

const lockedPdf = async (): Promise<Blob> => {
  const key = `<${'28bf4e5e'.repeat(8)}>`;
  const encrypt = `trailer << /Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00><00>]`;
  return new Blob([(await pdf([`(${LINE})`]).text()).replace('trailer <<', encrypt)]);
};

export const KINDS_OF_FILES: readonly KindOfFile[] = [
  { title: 'PDF', name: 'report.pdf', type: 'application/pdf', content: () => pdf([`(${LINE})`, `(${LINE})`]) },
  { title: 'PDF, older Korean font', name: 'old.pdf', type: 'application/pdf', content: koreanPdf },
  { title: 'PDF, a scan', name: 'scan.pdf', type: 'application/pdf', content: () => pdf(['(3)']) },
  { title: 'PDF, with a password', name: 'locked.pdf', type: 'application/pdf', content: lockedPdf },
  {
    title: 'PDF, damaged',
    name: 'broken.pdf',
    type: 'application/pdf',
    content: () => new Blob(['%PDF-1.7\nnothing']),
  },
  { title: 'Word', name: 'plan.docx', type: WORD, content: () => word(paragraph('Plan', '1')) },
  {
    title: 'Word, cut off',
    name: 'cut.docx',
    type: WORD,
    content: async () => {
      const whole = await word(paragraph('text'));
      return whole.slice(0, whole.size - 30);
    },
  },
  {
    title: 'Word, unpacks to 200 MB',
    name: 'bomb.docx',
    type: WORD,
    content: () => pack({ 'word/document.xml': new Blob(Array.from({ length: 200 }, () => ' '.repeat(1024 ** 2))) }),
  },
  { title: 'Word, endless nesting', name: 'deep.docx', type: WORD, content: () => word('<w:p>'.repeat(100_000)) },
  {
    title: 'Word, with a password',
    name: 'locked.docx',
    type: WORD,
    content: () =>
      bytes(0xd0, 0xcf, 0x11, 0xe0, ...Array.from('EncryptedPackage', (letter) => [letter.charCodeAt(0), 0]).flat()),
  },
  {
    title: 'Word before 2007',
    name: 'old.doc',
    type: 'application/msword',
    content: () => bytes(0xd0, 0xcf, 0x11, 0xe0),
  },
  {
    title: 'Excel',
    name: 'table.xlsx',
    type: `${OFFICE}.spreadsheetml.sheet`,
    content: () => excel([{ name: 'One', rows: cells }]),
  },
  { title: 'PowerPoint', name: 'talk.pptx', type: `${OFFICE}.presentationml.presentation`, content: powerpoint },
  {
    title: 'OpenDocument text',
    name: 'a.odt',
    type: `${ODF}.text`,
    content: openDocument('text', '<text:p>Text</text:p>'),
  },
  {
    title: 'OpenDocument sheet',
    name: 'a.ods',
    type: `${ODF}.spreadsheet`,
    content: openDocument(
      'spreadsheet',
      '<table:table table:name="One"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
    ),
  },
  {
    title: 'OpenDocument slides',
    name: 'a.odp',
    type: `${ODF}.presentation`,
    content: openDocument('presentation', '<draw:page><text:p>Welcome</text:p></draw:page>'),
  },
  {
    title: 'Hangul (HWPX)',
    name: 'plan.hwpx',
    type: '',
    content: () =>
      pack({
        mimetype: 'application/hwp+zip',
        'Contents/section0.xml': '<hs:sec><hp:p><hp:run><hp:t>계획서</hp:t></hp:run></hp:p></hs:sec>',
      }),
  },
  { title: 'Hangul (HWP)', name: 'plan.hwp', type: '', content: () => bytes(0xd0, 0xcf, 0x11, 0xe0, 1) },
  {
    title: 'EPUB',
    name: 'book.epub',
    type: 'application/epub+zip',
    content: () =>
      pack({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
        'book.opf':
          '<package><manifest><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
        'one.xhtml': '<html><body><p>Once upon a time</p></body></html>',
      }),
  },
  { title: 'HTML', name: 'a.html', type: 'text/html', content: () => new Blob(['<p><b>bold</b></p>']) },
  {
    title: 'HTML saved from the web',
    name: 'saved.html',
    type: 'text/html',
    content: () => new Blob(['<p><b>bold</b></p><script>', 'no();'.repeat(5000), '</script>']),
  },
  {
    title: 'Rich text',
    name: 'a.rtf',
    type: 'application/rtf',
    content: () => new Blob([String.raw`{\rtf1\ansi {\b bold}\par}`]),
  },
  { title: 'CSV', name: 'a.csv', type: 'text/csv', content: () => new Blob(['name,time\nAda,10.8\n']) },
  { title: 'JSON', name: 'a.json', type: 'application/json', content: () => new Blob(['{"a":1}']) },
  { title: 'Code', name: 'main.rs', type: '', content: () => new Blob(['fn main() {}']) },
  { title: 'Text, UTF-8', name: 'a.txt', type: 'text/plain', content: () => new Blob([SENTENCE]) },
  {
    title: 'Text, UTF-16',
    name: 'utf16.txt',
    type: 'text/plain',
    content: () => bytes(0xff, 0xfe, ...Buffer.from(SENTENCE, 'utf16le')),
  },
  {
    title: 'Text, EUC-KR',
    name: 'cp949.txt',
    type: 'text/plain',
    content: () => new Blob([Buffer.from('b0a1b3aab4d9b6f3b8b6b9d9bbe7'.repeat(40), 'hex')]),
  },
  {
    title: 'Text, Shift_JIS',
    name: 'sjis.txt',
    type: 'text/plain',
    content: () => new Blob([Buffer.from('93fa967b8cea82cc83658358836781423a'.repeat(20), 'hex')]),
  },
  {
    title: 'SVG',
    name: 'a.svg',
    type: 'image/svg+xml',
    content: () => new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']),
  },
  { title: 'PNG', name: 'a.png', type: 'image/png', content: () => png(800, 600) },
  { title: 'PNG, 4,000 × 3,000', name: 'large.png', type: 'image/png', content: () => png(4000, 3000) },
  { title: 'PNG, 60,000 × 60,000', name: 'bomb.png', type: 'image/png', content: () => png(60_000, 60_000) },
  { title: 'JPEG', name: 'a.jpg', type: 'image/jpeg', content: () => jpeg(1) },
  { title: 'JPEG, turned', name: 'turned.jpg', type: 'image/jpeg', content: () => jpeg(6) },
  { title: 'GIF', name: 'a.gif', type: 'image/gif', content: () => gif },
  { title: 'WebP', name: 'a.webp', type: 'image/webp', content: () => webp },
  { title: 'AVIF', name: 'a.avif', type: 'image/avif', content: () => avif },
  { title: 'BMP', name: 'a.bmp', type: 'image/bmp', content: () => bmp },
  { title: 'HEIC', name: 'a.heic', type: '', content: () => heif('heic') },
  { title: 'TIFF', name: 'a.tiff', type: 'image/tiff', content: () => bytes(0x49, 0x49, 42, 0, 8, 0, 0, 0, 0) },
  { title: 'A program', name: 'a.exe', type: '', content: () => bytes(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3) },
];

import { BlobReader, TextReader, ZipWriter, BlobWriter } from '@zip.js/zip.js';

/** A zip of these files, like those that office programs write. */
export async function pack(files: Readonly<Record<string, string | Blob>>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files))
    await writer.add(name, typeof content === 'string' ? new TextReader(content) : new BlobReader(content));
  return writer.close();
}

const relationships = (targets: readonly (readonly [string, string])[]): string =>
  `<Relationships>${targets.map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`).join('')}</Relationships>`;

export const word = (body: string, beside: Readonly<Record<string, string>> = {}): Promise<Blob> =>
  pack({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="a"><w:name w:val="Normal"/></w:style></w:styles>',
    ...beside,
  });

export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

interface Sheet {
  name: string;
  rows: string;
}

export const excel = (sheets: readonly Sheet[], shared = '', styles = ''): Promise<Blob> =>
  pack({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets
      .map(({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      sheets.map((_, index) => [`rId${index + 1}`, `worksheets/sheet${index + 1}.xml`]),
    ),
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });

/** Slides in the order of the show: the second file is shown first. */
export const powerpoint = (): Promise<Blob> => {
  const slide = (text: string) => `<p:sld xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  return pack({
    'ppt/presentation.xml':
      '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId r:id="rId1" id="257"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships([
      ['rId1', 'slides/slide1.xml'],
      ['rId2', 'slides/slide2.xml'],
    ]),
    'ppt/slides/slide1.xml': slide('Costs'),
    'ppt/slides/slide2.xml': slide('Welcome'),
    'ppt/slides/_rels/slide2.xml.rels': relationships([['rId1', '../notesSlides/notesSlide1.xml']]),
    'ppt/notesSlides/notesSlide1.xml':
      '<p:notes xmlns:a="a"><a:p><a:r><a:t>Smile.</a:t></a:r></a:p><a:p><a:fld><a:t>1</a:t></a:fld></a:p></p:notes>',
  });
};

/** A PDF of one line per page. `font` is the inside of its font dictionary. */
export function pdf(
  pages: readonly string[],
  font = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding',
  more: readonly string[] = [],
): Blob {
  const first = 4 + more.length;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
    `<< ${font} >>`,
    ...more,
    ...pages.flatMap((shown, index) => {
      const stream = `BT /F1 12 Tf 72 700 Td ${shown} Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + 2 * index + 1} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const from = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${from}\n%%EOF`;
  return new Blob([text]);
}

/** A PDF of older Korean programs: the font is neither embedded nor mapped to Unicode. */
export function koreanPdf(): Blob {
  const font = '/Type /Font /Subtype /Type0 /BaseFont /Batang /Encoding /KSCms-UHC-H /DescendantFonts [4 0 R]';
  const descendant =
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Batang /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> >>';
  return pdf([`<${'c7d1b1db'.repeat(12)}>`], font, [descendant]);
}

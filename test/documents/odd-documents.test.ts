import { describe, expect, it } from 'vitest';
import { excel, pack, paragraph, pdf, word } from './pack.ts';
import { bytes, codeOf, read } from './reading.ts';

describe('cells of Excel', () => {
  const textOf = async (rows: string, styles = '') =>
    (await read(await excel([{ name: 'One', rows }], '', styles))).text.replace('[Sheet 1: One]\n', '');

  it('that hold a duration are neither a date nor a time of day', async () => {
    const codes = ['[h]:mm', '[hh]:mm:ss', '[mm]:ss', '#,##0.00\\ _D_M', '_-* #,##0\\ _m_k_-', '[$-409]h:mm AM/PM'];
    const styles =
      `<styleSheet><numFmts>${codes.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`).join('')}</numFmts>` +
      `<cellXfs><xf numFmtId="46"/>${codes.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`;
    const days = 1.770833333333333;
    const cells = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(
      (letter, index) => `<c r="${letter}1" s="${index}"><v>${index > 3 && index < 6 ? 12.5 : days}</v></c>`,
    );
    expect(await textOf(`<row r="1">${cells.join('')}<c r="H1" s="1"><v>-0.5</v></c></row>`, styles)).toBe(
      '42:30:00\t42:30:00\t42:30:00\t42:30:00\t12.5\t12.5\t18:30:00\t-12:00:00',
    );
  });

  it('have no more digits than Excel shows', async () => {
    const rows = ['19.989999999999998', '0.30000000000000004', '1.5E-2', '12345678901234567', '-2.5'].map(
      (value, index) => `<c r="${'ABCDE'[index]}1"><v>${value}</v></c>`,
    );
    expect(await textOf(`<row r="1">${rows.join('')}</row>`)).toBe('19.99\t0.3\t0.015\t12345678901234567\t-2.5');
  });

  it('show their formula where no value was ever calculated', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>2</v></c><c r="B1"><f>SUM(A1,&quot;3&quot;)</f><v></v></c><c r="C1"><f>A1*2</f></c>' +
      '<c r="D1" t="str"><f>IF(A1=2,"",1)</f><v></v></c><c r="E1"><f>A1+1</f><v>3</v></c></row>';
    expect(await textOf(rows)).toBe('2\t=SUM(A1,"3")\t=A1*2\t\t3');
  });

  it('that are too far to the right are said to be left out', async () => {
    const row = '<row r="1"><c r="A1"><v>1</v></c><c r="SG1"><v>2</v></c><c r="ALL1"><v>3</v></c></row>';
    expect(await textOf(row)).toBe('1\n[Columns 501 to 1000 are left out]');
  });
});

describe('what stands inside of a paragraph', () => {
  it('of Word doesn’t run into its text', async () => {
    const box = `<w:r><w:pict><w:txbxContent>${paragraph('In a box')}</w:txbxContent></w:pict></w:r>`;
    const note = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const document = await word(
      [
        `<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr>${run('Title')}${box}</w:p>`,
        `<w:p>${run('First')}${note(7)}${run(' and second')}${note(8)}${run('.')}</w:p>`,
        `<w:p>${run('here ')}<w:moveFrom w:id="1">${run('moved')}</w:moveFrom></w:p>`,
        `<w:p><w:moveTo w:id="2">${run('moved')}</w:moveTo></w:p>`,
      ].join(''),
      {
        'word/footnotes.xml':
          '<w:footnotes><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>' +
          `<w:footnote w:id="7">${paragraph('Note A')}</w:footnote><w:footnote w:id="8">${paragraph('Note B')}</w:footnote></w:footnotes>`,
      },
    );
    expect((await read(document)).text).toBe(
      '# Title\nIn a box\n\nFirst[^1] and second[^2].\nhere\nmoved\n\n[Footnotes]\n[^1]: Note A\n[^2]: Note B',
    );
  });

  it('of Hangul doesn’t run into its text', async () => {
    const p = (inside: string) => `<hp:p><hp:run>${inside}</hp:run></hp:p>`;
    const table = `<hp:tbl><hp:tr><hp:tc><hp:subList>${p('<hp:t>가</hp:t>')}</hp:subList></hp:tc><hp:tc><hp:subList>${p('<hp:t>나</hp:t>')}</hp:subList></hp:tc></hp:tr></hp:tbl>`;
    const note = `<hp:ctrl><hp:footNote number="1"><hp:subList>${p('<hp:t>각주</hp:t>')}</hp:subList></hp:footNote></hp:ctrl>`;
    const file = await pack({
      mimetype: 'application/hwp+zip',
      'Contents/section0.xml': `<hs:sec>${p(`<hp:t>본문</hp:t>${note}<hp:t>은 계속된다.</hp:t>`)}${p(`<hp:t>표 1</hp:t>${table}`)}</hs:sec>`,
    });
    expect((await read(file)).text).toBe('본문[^1]은 계속된다.\n표 1\n가\t나\n\n[Footnotes]\n[^1]: 각주');
  });

  it('of OpenDocument doesn’t run into its text', async () => {
    const note =
      '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>A note</text:p></text:note-body></text:note>';
    const box = '<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame>';
    const body = `<text:h text:outline-level="1">Title${box}</text:h><text:p>One${note} and two</text:p>`;
    const file = await pack({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:body>${body}</office:body>`,
    });
    expect((await read(file)).text).toBe('# Title\nIn a box\n\nOne[^1] and two\n\n[Footnotes]\n[^1]: A note');
  });
});

describe('a document that is locked', () => {
  const utf16 = (text: string) => Array.from(text, (letter) => [letter.charCodeAt(0), 0]).flat();
  const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array.from({ length: 1016 }, () => 0xff)];

  it('is told from one in an older format', async () => {
    const of = (name: string) => bytes(...compound, ...utf16('Root Entry'), ...utf16(name));
    expect(await codeOf(read(of('EncryptedPackage'), 'plan.docx'))).toBe('locked');
    expect(await codeOf(read(of('WordDocument'), 'plan.doc'))).toBe('old-format');
  });

  it.each([
    ['application/vnd.oasis.opendocument.text', 'content.xml'],
    ['application/vnd.oasis.opendocument.text', 'encrypted-package'],
    ['application/hwp+zip', 'Contents/section0.xml'],
  ])('is told from an empty or damaged one: %s, %s', async (mimetype, name) => {
    const manifest = (inside: string) =>
      `<manifest:manifest><manifest:file-entry manifest:full-path="${name}">${inside}</manifest:file-entry></manifest:manifest>`;
    const encrypted = { mimetype, [name]: bytes(0x93, 0x1f, 0xe2, 0x00, 0x7a) };
    const lock = '<manifest:encryption-data manifest:checksum="x"/>';
    expect(await codeOf(read(await pack({ ...encrypted, 'META-INF/manifest.xml': manifest(lock) })))).toBe('locked');
    expect(await codeOf(read(await pack({ ...encrypted, 'META-INF/manifest.xml': manifest('') })))).not.toBe('locked');
  });

  it('is told from a book whose fonts alone are encrypted', async () => {
    const book = (encrypted: string) =>
      pack({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': '<container><rootfile full-path="OEBPS/book.opf"/></container>',
        'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${encrypted}"/></enc:CipherData></enc:EncryptedData></encryption>`,
        'OEBPS/book.opf':
          '<package><manifest><item id="a" href="one%201.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
        'OEBPS/one 1.xhtml': '<html><body><p>One</p></body></html>',
      });
    expect(await codeOf(read(await book('OEBPS/one%201.xhtml')))).toBe('locked');
    expect((await read(await book('OEBPS/font.otf'))).text).toBe('[Chapter 1]\nOne');
  });
});

it('says that a document has images, which its text leaves out', async () => {
  const document = { 'word/document.xml': `<w:document>${paragraph('See below')}</w:document>` };
  const reading = async (name: string) => read(await pack({ ...document, [name]: bytes(1) }));
  expect(await reading('word/media/image1.png')).toEqual({ form: 'word', text: 'See below', hasImages: true });
  expect(await reading('docProps/thumbnail.jpeg')).toEqual({ form: 'word', text: 'See below' });
});

describe('parts with unusual names', () => {
  it('are those of Word on the web', async () => {
    const file = await pack({ 'word/document2.xml': `<w:document>${paragraph('From the web')}</w:document>` });
    expect((await read(file)).text).toBe('From the web');
  });

  it('are the same in upper and lower case', async () => {
    const file = await pack({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/SharedStrings.xml': '<sst><si><t>Сумма</t></si></sst>',
      'xl/worksheets/Sheet1.xml': '<worksheet><row r="1"><c r="A1" t="s"><v>0</v></c></row></worksheet>',
    });
    expect((await read(file)).text).toBe('[Sheet 1: One]\nСумма');
  });
});

it('takes no tab for the place where a tab ends', async () => {
  const stops = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/><w:tab w:val="right" w:pos="9000"/></w:tabs></w:pPr>';
  const file = await word(`<w:p>${stops}<w:r><w:t>Chapter</w:t><w:tab/><w:t>12</w:t></w:r></w:p>`);
  expect((await read(file)).text).toBe('Chapter\t12');
});

it('reads what was filled in, typed onto and noted on a page of a PDF', async () => {
  const line = '(Application for a permit, please fill in)';
  const annotations = [
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (f1_01) /TU (Full name) /V (Kim Minji) /Rect [0 0 1 1] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (empty) /Rect [0 0 1 1] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Btn /T (Agreed) /V /Yes /AS /Yes /AP << /N << /Yes null /Off null >> >> /Rect [0 0 1 1] >>',
    '<< /Type /Annot /Subtype /Widget /FT /Btn /T (Refused) /V /Off /AS /Off /AP << /N << /Yes null /Off null >> >> /Rect [0 0 1 1] >>',
    '<< /Type /Annot /Subtype /FreeText /Contents (Typed onto the page) /DA (/Helv 12 Tf) /Rect [0 0 1 1] >>',
    '<< /Type /Annot /Subtype /Text /Contents (Please check) /Rect [0 0 1 1] >>',
    '<< /Type /Annot /Subtype /Link /Contents (a link) /Rect [0 0 1 1] >>',
  ];
  const blank = pdf([line]);
  const filled = (await blank.text()).replace('/Contents 5 0 R', `/Annots [${annotations.join(' ')}] /Contents 5 0 R`);
  expect((await read(new Blob([filled]))).text).toBe(
    '[Page 1]\nApplication for a permit, please fill in\n\n' +
      '[Form fields]\nFull name: Kim Minji\nAgreed: Yes\n[Annotations]\nTyped onto the page\nPlease check',
  );
  expect((await read(blank)).text).toBe('[Page 1]\nApplication for a permit, please fill in');
});

describe('slides', () => {
  const slides = (body: string, more: Record<string, string> = {}) =>
    pack({
      'ppt/presentation.xml':
        '<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="slides/slide1.xml"/></Relationships>',
      'ppt/slides/slide1.xml': `<p:sld>${body}</p:sld>`,
      ...more,
    });

  it('have the text of their SmartArt', async () => {
    const point = (text: string) => `<dgm:pt><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const file = await slides('<a:p><a:r><a:t>Steps</a:t></a:r></a:p>', {
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="rId2" Target="../diagrams/data1.xml"/><Relationship Id="rId3" Target="../diagrams/layout1.xml"/></Relationships>',
      'ppt/diagrams/data1.xml': `<dgm:dataModel><dgm:ptLst>${point('Plan')}${point('Build')}</dgm:ptLst></dgm:dataModel>`,
      'ppt/diagrams/layout1.xml': `<dgm:layoutDef>${point('Layout')}</dgm:layoutDef>`,
    });
    expect((await read(file)).text).toBe('[Slide 1]\nSteps\nPlan\nBuild');
  });

  it('that are only pictures have no text', async () => {
    expect((await read(await slides('<p:pic/><a:p/>'))).text).toBe('');
  });
});

import { describe, expect, it, vi } from 'vitest';
import { readDocument } from '#documents/read-document.ts';
import { excel, koreanPdf, pack, paragraph, pdf, powerpoint, word } from './pack.ts';
import { bytes, codeOf, parts, read, readMap } from './reading.ts';

describe('Word', () => {
  it('reads headings, lists, tables, notes and repeated headers once, but no deleted text', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const document = await word(
      [
        paragraph('Plan', '1'),
        '<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>one &amp; two</w:t></w:r></w:p>',
        `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`,
        '<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>',
        '<w:p><mc:AlternateContent><mc:Choice><w:r><w:t>once</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>once</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>',
      ].join(''),
      {
        'word/footnotes.xml': `<w:footnotes>${paragraph('a note')}</w:footnotes>`,
        'word/header1.xml': `<w:hdr>${paragraph('Secret plan')}</w:hdr>`,
        'word/header2.xml': `<w:hdr>${paragraph('Secret plan')}</w:hdr>`,
      },
    );
    expect(await read(document)).toEqual({
      form: 'word',
      text: '# Plan\n- one & two\na\tb\n1\t2\nkept\nonce\n\n[Header]\nSecret plan\n\n[Footnotes]\na note',
    });
  });
});

describe('Excel', () => {
  it('reads each sheet with dates, percents, shared and inline texts, and gaps between cells', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>inline</t></is></c></row>',
      '<row r="2"><c r="A2" s="1"><v>46348</v></c><c r="B2" s="2"><v>0.125</v></c><c r="C2"><f>A1*2</f><v>24</v></c></row>',
      '<row r="3"><c r="A3" s="3"><v>46348.5</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="e"><v>#DIV/0!</v></c></row>',
    ].join('');
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm &quot;h&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>';
    const shared = '<si><r><t>東</t></r><r><t>京</t></r><rPh><t>トウキョウ</t></rPh></si>';
    const book = await excel(
      [
        { name: 'Costs &amp; dates', rows },
        { name: 'Empty', rows: '' },
      ],
      shared,
      styles,
    );
    expect(await read(book)).toEqual({
      form: 'excel',
      text: '[Sheet 1: Costs & dates]\n東京\t\tinline\n2026-11-22\t12.5%\t24\n2026-11-22 12:00:00\tTRUE\t#DIV/0!\n\n[Sheet 2: Empty]',
      parts: { unit: 'sheet', total: 2, read: 2 },
    });
  });
});

it('reads slides in the order of the show, with notes', async () => {
  expect(await read(await powerpoint())).toEqual({
    form: 'powerpoint',
    text: '[Slide 1]\nWelcome\nNotes: Smile.\n\n[Slide 2]\nCosts',
    parts: { unit: 'slide', total: 2, read: 2 },
  });
});

describe('OpenDocument', () => {
  const document = (kind: string, body: string) =>
    pack({
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': `<office:body>${body}</office:body>`,
    });

  it('reads text', async () => {
    const body =
      '<text:h text:outline-level="2">Title</text:h><text:p>a<text:s text:c="2"/>b<text:line-break/>c</text:p>' +
      '<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>';
    expect(await read(await document('text', body))).toEqual({
      form: 'opendocument',
      text: '## Title\na  b\nc\n- item',
    });
  });

  it('reads sheets, with cells that stand for several', async () => {
    const body =
      '<table:table table:name="One"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>' +
      '<table:table-cell><text:p>y</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>';
    expect(await read(await document('spreadsheet', body))).toEqual({
      form: 'opendocument',
      text: '[Sheet 1: One]\nx\tx\ty',
      parts: { unit: 'sheet', total: 1, read: 1 },
    });
  });

  it('reads every one of equal rows, which LibreOffice stores once', async () => {
    const row = (times: number, text: string) =>
      `<table:table-row table:number-rows-repeated="${times}"><table:table-cell>${text}</table:table-cell></table:table-row>`;
    const body = `<table:table table:name="One">${row(3, '<text:p>5</text:p>')}${row(2, '')}${row(1, '<text:p>7</text:p>')}${row(1_048_000, '')}</table:table>`;
    expect((await read(await document('spreadsheet', body))).text).toBe('[Sheet 1: One]\n5\n5\n5\n\n7');
    const many = row(1_048_576, '<text:p>a long text in every row</text:p>');
    expect(await codeOf(read(await document('spreadsheet', `<table:table>${many}</table:table>`)))).toBe('too-large');
  });

  it('reads neither deleted text nor who commented when', async () => {
    const body =
      '<office:text><text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Kim</dc:creator></office:change-info>' +
      '<text:p>deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
      '<text:p>kept<office:annotation><dc:creator>Kim</dc:creator><dc:date>2026-11-29T10:00:00</dc:date><text:p>a comment</text:p></office:annotation> on</text:p></office:text>';
    expect((await read(await document('text', body))).text).toBe('kept on\n\n[Comments]\na comment');
  });
});

it('reads Hangul documents, with tables, in the order of their sections', async () => {
  const section = (text: string) => `<hs:sec><hp:p><hp:run><hp:t>${text}</hp:t></hp:run></hp:p></hs:sec>`;
  const table =
    '<hs:sec><hp:p><hp:run><hp:tbl><hp:tr><hp:tc><hp:p><hp:t>가</hp:t></hp:p></hp:tc><hp:tc><hp:p><hp:t>나</hp:t></hp:p></hp:tc></hp:tr></hp:tbl></hp:run></hp:p></hs:sec>';
  const file = await pack({
    mimetype: 'application/hwp+zip',
    'Contents/section10.xml': section('끝'),
    'Contents/section0.xml': section('계획서'),
    'Contents/section2.xml': table,
  });
  expect((await read(file)).text).toBe('계획서\n가\t나\n\n끝');
});

it('keeps the spaces of Hangul that are elements', async () => {
  const file = await pack({
    mimetype: 'application/hwp+zip',
    'Contents/section0.xml':
      '<hs:sec><hp:p><hp:t>성<hp:fwSpace/>명<hp:nbSpace/>홍길동 010<hp:hyphen/>1234</hp:t></hp:p></hs:sec>',
  });
  expect((await read(file)).text).toBe('성 명\u00a0홍길동 010-1234');
});

it('reads the chapters of a book in their order', async () => {
  const file = await pack({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OEBPS/book.opf"/></container>',
    'OEBPS/book.opf':
      '<package><manifest><item id="b" href="two%20b.xhtml"/><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    'OEBPS/one.xhtml': '<html><head><title>No</title></head><body><h1>One</h1><p>Once <b>upon</b></p></body></html>',
    'OEBPS/two b.xhtml': '<html><body><p>Two</p></body></html>',
  });
  expect(await read(file)).toEqual({
    form: 'epub',
    text: '[Chapter 1]\n# One\n\nOnce **upon**\n\n[Chapter 2]\nTwo',
    parts: { unit: 'chapter', total: 2, read: 2 },
  });
});

describe('PDF', () => {
  const long = 'A line that is long enough to be text';

  it('reads each page', async () => {
    expect(await read(pdf([`(${long})`, '(Second page, with \\(brackets\\))']))).toEqual({
      form: 'pdf',
      text: `[Page 1]\n${long}\n\n[Page 2]\nSecond page, with (brackets)`,
      parts: { unit: 'page', total: 2, read: 2 },
    });
  });

  it('reads Korean whose font is neither embedded nor mapped', async () => {
    expect((await read(koreanPdf())).text).toBe(`[Page 1]\n${'한글'.repeat(12)}`);
  });

  it('looks for no fonts that Baton does not have', async () => {
    const asked = vi.fn<typeof readMap>(readMap);
    await readDocument({ bytes: pdf([`(${long})`]), name: 'file', language: 'en' }, { ...parts, readMap: asked });
    expect(asked).not.toHaveBeenCalled();
    await readDocument({ bytes: koreanPdf(), name: 'file', language: 'en' }, { ...parts, readMap: asked });
    expect(asked.mock.calls.every(([name]) => name.endsWith('.bcmap'))).toBe(true);
  });

  it('tells the model which pages are left out', async () => {
    const { text, parts } = await read(pdf(Array.from({ length: 2001 }, () => `(${long})`)));
    expect(parts).toEqual({ unit: 'page', total: 2001, read: 2000 });
    expect(text.endsWith('\n\n[Pages 2001 to 2001 are left out]')).toBe(true);
  });

  it('reads pages with a word each, and tells them from scans with a stamp', async () => {
    const photo = ') Tj ET q 612 0 0 700 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q BT (';
    const icon = ') Tj ET q 60 0 0 60 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q BT (';
    const words = ['Plan', 'Build', 'Ship', 'Thanks'];
    const slides = '[Page 1]\nPlan\n\n[Page 2]\nBuild\n\n[Page 3]\nShip\n\n[Page 4]\nThanks';
    for (const image of ['', icon, photo])
      expect((await read(pdf(words.map((word) => `(${word}${image})`)))).text).toBe(slides);
    expect((await read(pdf([`(Thanks${icon})`]))).text).toBe('[Page 1]\nThanks');

    for (const stamp of ['COPY', 'Page 1 of 3', ''])
      expect(await codeOf(read(pdf([1, 2, 3].map((page) => `(${stamp.replace('1', String(page))}${photo})`))))).toBe(
        'no-text',
      );
    expect(await codeOf(read(pdf([`(COPY${photo})`])))).toBe('no-text');
  });

  it('says when there is no text, or nothing that can be read', async () => {
    expect(await codeOf(read(pdf(['(3)'])))).toBe('no-text');
    expect(await codeOf(read(new Blob(['%PDF-1.7\nnothing'])))).toBe('damaged');
  });
});

describe('text', () => {
  const korean = 'b0a1b3aab4d9b6f3b8b6b9d9bbe7';
  const fromHex = (hex: string) => bytes(...(hex.match(/../g) ?? []).map((one) => Number.parseInt(one, 16)));

  it.each([
    ['UTF-8', new Blob(['안녕 hello']), 'en', '안녕 hello', 'utf-8'],
    ['UTF-8 with a mark', new Blob([new Uint8Array([0xef, 0xbb, 0xbf]), 'é']), 'en', 'é', 'utf-8'],
    ['UTF-16 with a mark', bytes(0xff, 0xfe, 0x48, 0, 0x69, 0), 'en', 'Hi', 'utf-16le'],
    [
      'UTF-16 without one',
      bytes(...Array.from(new TextEncoder().encode('name;value'), (one) => [0, one]).flat()),
      'en',
      'name;value',
      'utf-16be',
    ],
    ['short EUC-KR, in Korean', fromHex(korean), 'ko', '가나다라마바사', 'euc-kr'],
    ['long EUC-KR, in English', fromHex(korean.repeat(40)), 'en', '가나다라마바사'.repeat(40), 'euc-kr'],
    // "됬다 펲시" in Windows' code page 949.
    ['syllables that only Windows has, in Korean', fromHex('89e7b4d920bc84bdc3'), 'ko', '됬다 펲시', 'euc-kr'],
    [
      'a few Korean words above numbers, in Korean',
      new Blob([fromHex('b3afc2a52cb8c5c3e22cbaf1bfeb0a'), '2026-01-01,1000,300\n'.repeat(50)]),
      'ko',
      `날짜,매출,비용\n${'2026-01-01,1000,300\n'.repeat(50)}`,
      'euc-kr',
    ],
    [
      'Korean far below ASCII, in English',
      new Blob(['a,b\n'.repeat(20_000), fromHex(korean.repeat(40))]),
      'en',
      `${'a,b\n'.repeat(20_000)}${'가나다라마바사'.repeat(40)}`,
      'euc-kr',
    ],
    [
      'the encoding that a page names, in English',
      new Blob(['<meta charset="euc-kr"><p>', fromHex(korean), '</p>']),
      'en',
      '<meta charset="euc-kr"><p>가나다라마바사</p>',
      'euc-kr',
    ],
    ['short Shift_JIS, in Japanese', fromHex('93fa967b8cea'), 'ja', '日本語', 'shift_jis'],
  ])('reads %s', async (_, source, language, text, encoding) => {
    expect(await read(source, 'a.txt', language)).toEqual({ form: 'text', text, encoding });
  });

  it('goes by the languages of the system where those of the interface and the bytes say nothing', async () => {
    const source = () => new Blob([fromHex('b3afc2a52cb8c5c3e2'), ',1000'.repeat(50)]);
    vi.stubGlobal('navigator', { languages: ['en-US', 'ko-KR'] });
    expect(await read(source(), 'a.csv', 'en')).toMatchObject({ encoding: 'euc-kr' });
    expect(await read(source(), 'a.csv', 'zh')).toMatchObject({ encoding: 'gb18030' });
    vi.unstubAllGlobals();
  });

  it('takes the encoding that the user chose', async () => {
    expect(await read(fromHex(korean), 'a.txt', 'en', 'euc-kr')).toMatchObject({ text: '가나다라마바사' });
  });

  it('reads a page saved from the web as Markdown, and gives other HTML as it is', async () => {
    const source = '<p><b>bold</b></p>';
    expect(await read(new Blob([source]), 'page.html')).toEqual({ form: 'text', text: source, encoding: 'utf-8' });
    const saved = new Blob([source, `<script>${'no();'.repeat(5000)}</script>`]);
    expect(await read(saved, 'page.HTML')).toEqual({ form: 'html', text: '**bold**', encoding: 'utf-8' });
    const long = new Blob([`<p>${'text '.repeat(5000)}</p>`]);
    expect((await read(long, 'page.html')).form).toBe('text');
  });

  it('reads rich text in its code page', async () => {
    const source = String.raw`{\rtf1\ansi\ansicpg949{\fonttbl{\f0 Batang;}}{\*\generator x;}\uc1\f0 \'c7\'d1\'b1\'db \u54620?\u44544? caf\'e9 \{x\}\par {\b bold}\par}`;
    expect(await read(new Blob([source]))).toMatchObject({
      form: 'rtf',
      text: expect.stringMatching(/^한글 한글 caf.* \{x\}\nbold$/) as string,
    });
  });

  it('reads nothing of programs and other kinds', async () => {
    expect(await codeOf(read(bytes(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3)))).toBe('unknown');
    expect(await codeOf(read(bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)))).toBe('old-format');
    expect(await codeOf(read(await pack({ 'a.txt': 'a' })))).toBe('unknown');
  });
});

describe('hostile documents', () => {
  it('refuses entities that expand without end', async () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w:document><w:p><w:t>&b;</w:t></w:p></w:document>';
    expect(await codeOf(read(await pack({ 'word/document.xml': bomb })))).toBe('damaged');
  });

  it('refuses elements that nest without end', async () => {
    expect(await codeOf(read(await word('<w:p>'.repeat(100_000))))).toBe('too-large');
    expect(await codeOf(read(new Blob([`{\\rtf1 ${'{'.repeat(100_000)}`])))).toBe('too-large');
  });

  it('refuses a small file that unpacks to a large one', async () => {
    const filler = new Blob(Array.from({ length: 200 }, () => ' '.repeat(1024 ** 2)));
    const bomb = await pack({ 'word/document.xml': filler });
    expect(bomb.size).toBeLessThan(300_000);
    expect(await codeOf(read(bomb))).toBe('too-large');
  });

  it('refuses more text than any model takes', async () => {
    expect(await codeOf(read(await word(paragraph('x'.repeat(8_000_001)))))).toBe('too-large');
  });

  it('reads a longer text all the same where its bytes are what models get', async () => {
    const long = 'ab c\n'.repeat(1_600_001);
    const of = (type: string, text: BlobPart = long) => new Blob([text], { type });
    expect(await read(of('text/plain'), 'a.txt')).toEqual({ form: 'text', text: long, encoding: 'utf-8' });
    expect(await read(of('text/html'), 'a.html')).toMatchObject({ form: 'text' });
    expect(await codeOf(read(of('application/octet-stream'), 'a'))).toBe('too-large');
    const korean = new Uint8Array(20_000_000).fill(0xb0);
    expect(await codeOf(read(of('text/plain', korean), 'a.txt', 'ko', 'euc-kr'))).toBe('too-large');
  });

  it('refuses a file that ends in the middle', async () => {
    const whole = await word(paragraph('text'));
    expect(await codeOf(read(whole.slice(0, whole.size - 30)))).toBe('damaged');
  });
});

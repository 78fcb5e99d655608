import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What the library says of an annotation, as far as it is read here. */
interface Annotation {
  subtype?: unknown;
  hidden?: unknown;
  fieldType?: unknown;
  fieldName?: unknown;
  /** What a reader shows of the field instead of its name. */
  alternativeText?: unknown;
  fieldValue?: unknown;
  pushButton?: unknown;
  password?: unknown;
  contentsObj?: { str?: unknown };
}

/** Links say where they lead, and a window of a note repeats it. */
const SILENT: ReadonlySet<unknown> = new Set(['Link', 'Popup', 'Widget']);

/** What was filled in, typed onto and noted on a page: none of it is in the text of the page. */
export async function readAnnotations(page: PDFPageProxy): Promise<string> {
  const all = ((await page.getAnnotations()) as Annotation[]).filter(({ hidden }) => hidden !== true);
  const fields = all.flatMap((one) => (one.subtype === 'Widget' ? filledIn(one) : []));
  const texts = all.flatMap((one) => (SILENT.has(one.subtype) ? [] : textOf(one.contentsObj?.str)));
  return [
    // Every button of a group has the value of the group.
    ...(fields.length > 0 ? ['[Form fields]', ...new Set(fields)] : []),
    ...(texts.length > 0 ? ['[Annotations]', ...texts] : []),
  ].join('\n');
}

function filledIn(field: Annotation): string[] {
  const { fieldType, fieldName, alternativeText, fieldValue } = field;
  if (fieldType === 'Sig' || field.pushButton === true || field.password === true) return [];
  const [value] = textOf((Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(Boolean).join(', '));
  if (value === undefined || (fieldType === 'Btn' && value === 'Off')) return [];
  const [name = ''] = [...textOf(alternativeText), ...textOf(fieldName)];
  return [`${name}: ${value}`];
}

function textOf(value: unknown): string[] {
  const text = typeof value === 'string' ? value.replaceAll(/[\0\r\n]+/g, ' ').trim() : '';
  return text === '' ? [] : [text];
}

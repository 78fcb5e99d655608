import { joinSplitTexts } from './split-texts.ts';

/** The text fields of a part, stored or not. */
interface Part {
  type: string;
  text?: string;
  mode?: string;
  kind?: string;
  continues?: boolean;
}

/** Stands after a text that its vendor cut where its citations begin and end (see server-tools/cited-text.ts). */
const CUT = 'citations';

interface Spoken {
  parts: readonly Part[];
}

/** The text a user would copy from a message: without thinking, tool calls and results, and text that a mode added. */
export function textOf({ parts }: Spoken): string {
  const whole = parts.some(({ kind }) => kind === CUT) ? withWholeTexts(parts) : joinSplitTexts(parts);
  return whole
    .map(({ type, text = '', mode }) => (type === 'refusal' || (type === 'text' && mode === undefined) ? text : ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

function withWholeTexts(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  let run: Part[] = [];
  const flush = () => {
    const texts = run.filter(({ type }) => type === 'text');
    const isCut = texts.length < run.length;
    whole.push(...(isCut ? [{ type: 'text', text: texts.map(({ text = '' }) => text).join('') }] : texts));
    run = [];
  };
  for (const part of parts) {
    if (part.type === 'text' || part.kind === CUT) {
      run.push(part);
      continue;
    }
    flush();
    whole.push(part);
  }
  flush();
  return whole;
}

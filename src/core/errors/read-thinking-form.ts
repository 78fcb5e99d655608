/**
 * How a model wants thinking to be asked for, as far as a refusal names it. `always`: it cannot be switched off.
 * `efforts` are the values it takes.
 */
export interface ThinkingForm {
  form?: 'adaptive' | 'manual' | 'always' | 'level' | 'budget';
  efforts?: readonly string[];
}

/** vendor-rules A27, A30, G14, O8. The first that matches holds. */
const FORMS: readonly { form: NonNullable<ThinkingForm['form']>; text: RegExp }[] = [
  { form: 'always', text: /"?thinking\.type\.disabled"? is not supported|input tag 'disabled' /i },
  { form: 'always', text: /budget 0 is invalid|only works in thinking mode/i },
  { form: 'adaptive', text: /use "?(?:thinking\.type\.)?adaptive"?\b/i },
  { form: 'adaptive', text: /input tag 'enabled' .{0,60}expected tags:.{0,40}'adaptive'/i },
  { form: 'manual', text: /use "?thinking\.type\.enabled"?/i },
  { form: 'manual', text: /input tag 'adaptive' .{0,60}expected tags:.{0,40}'enabled'/i },
  { form: 'level', text: /use ['"]?thinking[_ ]?level/i },
  { form: 'budget', text: /use ['"]?thinking[_ ]?budget/i },
];

const EFFORTS: ReadonlySet<string> = new Set(['none', 'minimal', 'low', 'medium', 'default', 'high', 'xhigh', 'max']);

/** Null where the words say nothing about it. */
export function readThinkingForm(words: string): ThinkingForm | null {
  const efforts = readEfforts(words);
  if (efforts.length > 0) return { efforts };
  const form = FORMS.find(({ text }) => text.test(words))?.form;
  return form === undefined ? null : { form };
}

/** The values behind "Supported values are:" and its kin, where all of them are levels of thinking. */
function readEfforts(words: string): string[] {
  const list = /(?:supported values are|input should be|must be one of|expected one of):?\s*([^.\]}]{1,200})/i.exec(
    words,
  );
  const values = list?.[1]?.match(/['"]\w+['"]/g)?.map((value) => value.slice(1, -1).toLowerCase()) ?? [];
  return values.every((value) => EFFORTS.has(value)) ? values : [];
}

/**
 * How a model wants to be asked for thinking, as far as a refusal says. `always`: it cannot be switched off. `efforts`
 * are the values that it accepts, `refused` is one that it doesn't.
 */
export interface ThinkingForm {
  form?: 'adaptive' | 'manual' | 'always' | 'level' | 'budget';
  efforts?: readonly string[];
  refused?: string;
}

/** vendor-rules A27, A30, G14, O8. The first match applies. */
const FORMS: readonly { form: NonNullable<ThinkingForm['form']>; text: RegExp }[] = [
  { form: 'always', text: /"?thinking\.type\.disabled"? is not supported|input tag 'disabled' /i },
  { form: 'always', text: /budget 0 is invalid|only works in thinking mode|reasoning is mandatory for this endpoint/i },
  { form: 'adaptive', text: /use "?(?:thinking\.type\.)?adaptive"?\b/i },
  { form: 'adaptive', text: /input tag 'enabled' .{0,60}expected tags:.{0,40}'adaptive'/i },
  // MiniMax (cherry-studio#16431, 2026).
  { form: 'adaptive', text: /invalid thinking\.type: "?enabled.{0,20}allowed:.{0,20}adaptive/i },
  { form: 'manual', text: /use "?thinking\.type\.enabled"?/i },
  { form: 'manual', text: /input tag 'adaptive' .{0,60}expected tags:.{0,40}'enabled'/i },
  { form: 'level', text: /use ['"]?thinking[_ ]?level/i },
  { form: 'budget', text: /use ['"]?thinking[_ ]?budget|thinking level is not supported/i },
];

/** Google's words for a level that a model doesn't have. */
const REFUSED = /thinking level (\w+) is not supported|'(\w+)' is not a supported thinking level/i;

const EFFORTS: ReadonlySet<string> = new Set(['none', 'minimal', 'low', 'medium', 'default', 'high', 'xhigh', 'max']);

/** `null` when the text does not mention it. */
export function readThinkingForm(message: string): ThinkingForm | null {
  const efforts = readEfforts(message);
  if (efforts.length > 0) return { efforts };
  const refused = REFUSED.exec(message)
    ?.slice(1)
    .find((level) => level !== undefined && EFFORTS.has(level.toLowerCase()));
  if (refused !== undefined) return { refused: refused.toLowerCase() };
  const form = FORMS.find(({ text }) => text.test(message))?.form;
  return form === undefined ? null : { form };
}

/** The values after "Supported values are:" and similar phrases, when all of them are thinking levels. */
function readEfforts(message: string): string[] {
  const list = /(?:supported values are|input should be|must be one of|expected one of):?\s*([^.\]}]{1,200})/i.exec(
    message,
  );
  const values = list?.[1]?.match(/['"]\w+['"]/g)?.map((value) => value.slice(1, -1).toLowerCase()) ?? [];
  return values.every((value) => EFFORTS.has(value)) ? values : [];
}

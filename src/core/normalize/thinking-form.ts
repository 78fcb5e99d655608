import type { ThinkingForm } from '../errors/read-thinking-form.ts';
import type { ThinkingSupport } from '../vendors/base/model-facts.ts';
import { readData } from './base/overlays.ts';

const FORMS = ['adaptive', 'manual', 'always', 'level', 'budget'] as const satisfies readonly ThinkingForm['form'][];

/** What an overlay says about a model's thinking. */
export function formOf(data: unknown): ThinkingForm {
  const form = FORMS.find((candidate) => candidate === readData(data, 'form'));
  const efforts = readData(data, 'efforts');
  const refused = readData(data, 'refused');
  return {
    ...(form && { form }),
    ...(Array.isArray(efforts) && { efforts: efforts.filter((one) => typeof one === 'string') }),
    ...(typeof refused === 'string' && { refused }),
  };
}

/** Two forms that exclude each other: the model has refused each in turn. */
export function contradicts({ form: one }: ThinkingForm, { form: other }: ThinkingForm): boolean {
  return one !== undefined && other !== undefined && one !== other && one !== 'always' && other !== 'always';
}

/** The range of every Gemini model that takes a budget and is not in the catalog (G14). */
const BUDGET = { min: 512, max: 24_576 };

/** The model's thinking in the form that it asked for. Unchanged when the form is not one of this protocol. */
export function withThinkingForm(thinking: ThinkingSupport, { form, efforts, refused }: ThinkingForm): ThinkingSupport {
  if (efforts && efforts.length > 0) return withEfforts(thinking, efforts);
  if (refused !== undefined) return withoutLevel(thinking, refused);
  if (thinking.kind === 'none' || form === undefined) return thinking;
  if (form === 'always') return thinking.off ? { ...thinking, off: false } : thinking;
  if (thinking.kind === 'anthropic') {
    if (form === 'adaptive' && !thinking.adaptive)
      return {
        ...thinking,
        manual: false,
        adaptive: true,
        efforts: thinking.efforts.length > 0 ? thinking.efforts : ['low', 'medium', 'high'],
      };
    return form === 'manual' && thinking.adaptive
      ? { ...thinking, manual: true, adaptive: false, efforts: [] }
      : thinking;
  }
  if (thinking.kind === 'gemini-budget' && form === 'level')
    return { kind: 'gemini-level', off: false, levels: ['low', 'medium', 'high'] };
  return thinking.kind === 'gemini-level' && form === 'budget'
    ? { kind: 'gemini-budget', off: thinking.off, ...BUDGET }
    : thinking;
}

/** Its last level stays. */
function withoutLevel(thinking: ThinkingSupport, refused: string): ThinkingSupport {
  if (thinking.kind !== 'gemini-level' || !thinking.levels.includes(refused)) return thinking;
  const levels = thinking.levels.filter((level) => level !== refused);
  return levels.length === 0 ? thinking : { ...thinking, off: thinking.off && levels.includes('minimal'), levels };
}

/** The known efforts that the model names, or all that it names if none of them is known. */
function withEfforts(thinking: ThinkingSupport, named: readonly string[]): ThinkingSupport {
  if (thinking.kind !== 'anthropic' && thinking.kind !== 'effort' && thinking.kind !== 'toggle') return thinking;
  const common = thinking.efforts.filter((effort) => named.includes(effort));
  const efforts = common.length > 0 ? common : [...new Set(named)];
  if (efforts.length === thinking.efforts.length && efforts.every((effort) => thinking.efforts.includes(effort)))
    return thinking;
  if (thinking.kind === 'anthropic') return { ...thinking, efforts };
  return { ...thinking, efforts, off: thinking.off && efforts.some((effort) => /^(none|minimal)$/.test(effort)) };
}

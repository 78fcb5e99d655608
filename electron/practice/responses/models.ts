/** The server's facts about a model of the Responses form. */
export interface ResponsesModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** Values of `reasoning.effort`; empty for models that don't reason. */
  efforts: readonly string[];
  /** Whether it may use the tool that makes pictures. */
  pictures: boolean;
  /** The effort used when the request has none. */
  defaultEffort: string;
}

const GPT = ['low', 'medium', 'high'] as const;

const model = (id: string, efforts: readonly string[], more: Partial<ResponsesModel> = {}): ResponsesModel => ({
  label: id,
  window: 400_000,
  maxOutput: 128_000,
  pictures: true,
  defaultEffort: efforts.includes('medium') ? 'medium' : 'none',
  ...more,
  id,
  efforts,
});

const LONG = { window: 1_050_000 };

/** The practice model, then real ids; those are not offered, but each answers by its own rules. */
export const OPENAI_MODELS: readonly ResponsesModel[] = [
  model('practice-gpt', ['none', ...GPT], { label: 'Practice GPT', window: 200_000, maxOutput: 32_000 }),
  model('gpt-6-astra', [...GPT, 'xhigh'], LONG),
  model('gpt-6.1-sol', [...GPT, 'xhigh'], LONG),
  model('gpt-6-sol', ['none', ...GPT, 'xhigh'], LONG),
  model('gpt-5.6-sol', ['none', ...GPT, 'xhigh'], LONG),
  model('gpt-5.5', ['none', ...GPT, 'xhigh'], LONG),
  model('gpt-5.4', ['none', ...GPT, 'xhigh'], LONG),
  model('gpt-5.2', ['none', ...GPT, 'xhigh']),
  model('gpt-5.1', ['none', ...GPT]),
  model('gpt-5', ['minimal', ...GPT]),
  model('o3', GPT, { window: 200_000, maxOutput: 100_000 }),
  model('gpt-4.1', [], { window: 1_047_576, maxOutput: 32_768 }),
  model('gpt-4o', [], { window: 128_000, maxOutput: 16_384 }),
];

export const XAI_MODELS: readonly ResponsesModel[] = [
  model('grok-4.7', [...GPT, 'xhigh'], { window: 500_000, defaultEffort: 'high' }),
  model('grok-4.6', [...GPT, 'xhigh'], { window: 500_000, defaultEffort: 'high' }),
  model('grok-4.5', [...GPT, 'xhigh'], { window: 500_000, defaultEffort: 'high' }),
  model('grok-4.3', GPT, { window: 1_000_000, maxOutput: 30_000 }),
  model('grok-4.20-reasoning', [], { window: 500_000, pictures: false }),
];

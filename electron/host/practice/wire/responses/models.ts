/** What the server knows about a model of the Responses form. */
export interface ResponsesModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** Values of `reasoning.effort`; none for models that do not reason. */
  efforts: readonly string[];
}

export const RESPONSES_MODELS: readonly ResponsesModel[] = [
  {
    id: 'practice-gpt',
    label: 'Practice GPT',
    window: 400_000,
    maxOutput: 128_000,
    efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
  },
];

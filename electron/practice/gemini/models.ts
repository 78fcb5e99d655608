/** The server's facts about a Gemini model (vendor rules G6, G8, G9, G14). */
export interface GeminiModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** Whether it answers with pictures when asked to. */
  pictures: boolean;
  /** Generation 3 and newer: thinking levels, call ids, and required signatures on calls. */
  levels: readonly string[];
  /** Generation 2.5: a budget instead; with `zero`, 0 switches thinking off. */
  budget: { min: number; max: number; zero: boolean } | null;
}

const WINDOW = { window: 1_048_576, maxOutput: 65_536, pictures: false };

const level = (id: string, levels: readonly string[], more: Partial<GeminiModel> = {}): GeminiModel => ({
  ...WINDOW,
  label: id,
  levels,
  budget: null,
  ...more,
  id,
});

const budget = (id: string, min: number, max: number, zero: boolean): GeminiModel => ({
  ...WINDOW,
  id,
  label: id,
  levels: [],
  budget: { min, max, zero },
});

const THREE = ['LOW', 'MEDIUM', 'HIGH'] as const;

/** The practice model, then real ids; those are not offered, but each answers by its own rules. */
export const GEMINI_MODELS: readonly GeminiModel[] = [
  level('practice-gemini', THREE, { label: 'Practice Gemini', window: 200_000, maxOutput: 32_000, pictures: true }),
  level('gemini-3.1-flash-image', THREE, { window: 65_536, maxOutput: 32_768, pictures: true }),
  level('gemini-4-argon', THREE, { maxOutput: 32_768 }),
  level('gemini-3.8-flash', THREE),
  level('gemini-3.7-flash', THREE),
  level('gemini-3.6-flash', ['MINIMAL', ...THREE]),
  level('gemini-3.5-flash', ['MINIMAL', ...THREE]),
  level('gemini-3.1-pro-preview', THREE),
  level('gemini-3-flash-preview', ['MINIMAL', ...THREE]),
  budget('gemini-2.5-pro', 128, 32_768, false),
  budget('gemini-2.5-flash', 0, 24_576, true),
  budget('gemini-2.5-flash-lite', 512, 24_576, true),
];

/** Whether calls have a signature that must be sent back. */
export const signsCalls = (model: GeminiModel): boolean => model.budget === null;

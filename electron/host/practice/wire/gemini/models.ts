/** What the server knows about a Gemini model (vendor rules G8, G9, G14). */
export interface GeminiModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** Generation 3 and newer: levels, mandatory signatures, call ids. */
  levels: readonly string[];
  budget: { min: number; max: number; zero: boolean } | null;
}

export const GEMINI_MODELS: readonly GeminiModel[] = [
  {
    id: 'practice-gemini',
    label: 'Practice Gemini',
    window: 1_048_576,
    maxOutput: 65_536,
    levels: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'],
    budget: null,
  },
];

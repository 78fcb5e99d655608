/** A model as an Ollama server has it. */
export interface OllamaModel {
  id: string;
  architecture: string;
  /** Tokens that it was trained to read. */
  trained: number;
  /** Set by its Modelfile. */
  numCtx?: number;
  tools: boolean;
  vision: boolean;
  /** Values of `think`; empty for a model that doesn't think. */
  think: readonly (boolean | string)[];
}

/** What the server loads where nothing else is said, below 24 GiB of video memory (docs of ollama, 2026-08). */
export const DEFAULT_CONTEXT = 4096;

const ON_OFF = [true, false];

export const OLLAMA_MODELS: readonly OllamaModel[] = [
  {
    id: 'gpt-oss:20b',
    architecture: 'gptoss',
    trained: 131_072,
    tools: true,
    vision: false,
    think: ['low', 'medium', 'high'],
  },
  { id: 'qwen3:8b', architecture: 'qwen3', trained: 40_960, tools: true, vision: false, think: ON_OFF },
  {
    id: 'qwen3:8b-32k',
    architecture: 'qwen3',
    trained: 40_960,
    numCtx: 32_768,
    tools: true,
    vision: false,
    think: ON_OFF,
  },
  { id: 'llama3.1:8b', architecture: 'llama', trained: 131_072, tools: true, vision: false, think: [] },
  { id: 'gemma3:4b', architecture: 'gemma3', trained: 131_072, tools: false, vision: true, think: [] },
];

/** The answer of `/api/show`, as far as a client needs it. */
export const describeModel = ({ architecture, trained, numCtx, tools, vision, think }: OllamaModel) => ({
  parameters: numCtx === undefined ? 'temperature 0.6' : `num_ctx                        ${numCtx}\ntemperature 0.6`,
  model_info: { 'general.architecture': architecture, [`${architecture}.context_length`]: trained },
  capabilities: [
    'completion',
    ...(tools ? ['tools'] : []),
    ...(vision ? ['vision'] : []),
    ...(think.length > 0 ? ['thinking'] : []),
  ],
  thinking: { values: think.length > 0 ? think : [false] },
});

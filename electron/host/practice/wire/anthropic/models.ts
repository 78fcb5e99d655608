/** How a model takes its thinking, as far as the server checks it (vendor rules A18, A24, A25, A27, A30, A31). */
export interface AnthropicModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** `thinking.type: enabled` with a budget. */
  manual: boolean;
  adaptive: boolean;
  /** `thinking.type: disabled`: always, up to effort `high` only, or never. */
  disabled: 'yes' | 'low-effort' | 'no';
  /** Thinks when the request says nothing. */
  onByDefault: boolean;
  efforts: readonly string[];
  /** Thinking text is left out unless asked for. */
  omits: boolean;
  /** Thinking is bound to everything before it, also for this server's account. */
  boundToPrefix: boolean;
  /** `tool_choice` any and tool. */
  forcedTools: boolean;
  /** A request may end with an assistant message. */
  prefill: boolean;
  /** `system` messages between the others. */
  systemMessages: boolean;
  sampling: boolean;
}

const ADAPTIVE: Omit<AnthropicModel, 'id' | 'label'> = {
  window: 1_000_000,
  maxOutput: 128_000,
  manual: false,
  adaptive: true,
  disabled: 'yes',
  onByDefault: false,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  omits: true,
  boundToPrefix: false,
  forcedTools: true,
  prefill: false,
  systemMessages: false,
  sampling: false,
};

const MANUAL: Omit<AnthropicModel, 'id' | 'label'> = {
  ...ADAPTIVE,
  window: 200_000,
  maxOutput: 64_000,
  manual: true,
  adaptive: false,
  efforts: [],
  omits: false,
  prefill: true,
  sampling: true,
};

/** The practice models first; the others so that requests to real ids can be tried out, each with its own rules. */
export const ANTHROPIC_MODELS: readonly AnthropicModel[] = [
  {
    ...ADAPTIVE,
    id: 'practice-claude',
    label: 'Practice Claude',
    onByDefault: true,
    boundToPrefix: true,
    forcedTools: false,
    systemMessages: true,
  },
  { ...MANUAL, id: 'practice-claude-manual', label: 'Practice Claude (manual thinking)' },
];

export const findAnthropicModel = (id: unknown): AnthropicModel | null =>
  ANTHROPIC_MODELS.find((model) => model.id === id) ?? null;

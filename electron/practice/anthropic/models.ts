/** How a model handles thinking, as far as the server checks it (vendor rules A18, A24, A25, A27, A30, A31). */
export interface AnthropicModel {
  id: string;
  label: string;
  window: number;
  maxOutput: number;
  /** Accepts `thinking.type: enabled` with a budget. */
  manual: boolean;
  adaptive: boolean;
  /** Accepts `thinking.type: disabled`: always, up to effort `high` only, or never. */
  disabled: 'yes' | 'low-effort' | 'no';
  /** Thinks when the request doesn't configure it. */
  onByDefault: boolean;
  efforts: readonly string[];
  /** Omits the text of thinking unless requested. */
  omits: boolean;
  /** Thinking is bound to everything before it, because this server's accounts are all new. */
  boundToPrefix: boolean;
  /** Thinking is bound to the account that requested it. */
  boundToAccount: boolean;
  /** Accepts `tool_choice` any and tool. */
  forcedTools: boolean;
  /** Accepts a request that ends with an assistant message. */
  prefill: boolean;
  /** Accepts `system` messages between the others. */
  systemMessages: boolean;
  sampling: boolean;
}

type Traits = Omit<AnthropicModel, 'id' | 'label'>;

const ADAPTIVE: Traits = {
  window: 1_000_000,
  maxOutput: 128_000,
  manual: false,
  adaptive: true,
  disabled: 'yes',
  onByDefault: false,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  omits: true,
  boundToPrefix: false,
  boundToAccount: false,
  forcedTools: true,
  prefill: false,
  systemMessages: false,
  sampling: false,
};

const MANUAL: Traits = {
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

const PRACTICE = { window: 200_000, maxOutput: 32_000 };

const FABLE: Partial<Traits> = { disabled: 'no', onByDefault: true, systemMessages: true };
const BOUND: Partial<Traits> = { boundToPrefix: true, forcedTools: false };
const NEWEST: Partial<Traits> = { ...FABLE, ...BOUND };
const ACCOUNT: Partial<Traits> = { ...NEWEST, boundToAccount: true };
const BOTH: Partial<Traits> = {
  manual: true,
  omits: false,
  sampling: true,
  efforts: ['low', 'medium', 'high', 'max'],
};

const row = (id: string, label: string, traits: Traits, more: Partial<Traits> = {}): AnthropicModel => ({
  ...traits,
  ...more,
  id,
  label,
});

/**
 * The practice models, then real ids. Those are not offered, but each answers by its own rules, so that requests meant
 * for the real server can be tried here.
 */
export const ANTHROPIC_MODELS: readonly AnthropicModel[] = [
  row('practice-claude', 'Practice Claude', ADAPTIVE, { ...ACCOUNT, ...PRACTICE, disabled: 'yes' }),
  row('practice-claude-manual', 'Practice Claude (manual thinking)', MANUAL, PRACTICE),
  row('claude-fable-5-2', 'Claude Fable 5.2', ADAPTIVE, NEWEST),
  row('claude-fable-5-1', 'Claude Fable 5.1', ADAPTIVE, NEWEST),
  row('claude-fable-5', 'Claude Fable 5', ADAPTIVE, FABLE),
  row('claude-mythos-5-2', 'Claude Mythos 5.2', ADAPTIVE, NEWEST),
  row('claude-mythos-5-1', 'Claude Mythos 5.1', ADAPTIVE, NEWEST),
  row('claude-mythos-preview', 'Claude Mythos Preview', ADAPTIVE, { ...FABLE, manual: true, forcedTools: false }),
  row('claude-opus-5-5', 'Claude Opus 5.5', ADAPTIVE, NEWEST),
  row('claude-sonnet-5-5', 'Claude Sonnet 5.5', ADAPTIVE, ACCOUNT),
  row('claude-haiku-5-5', 'Claude Haiku 5.5', ADAPTIVE, { ...ACCOUNT, disabled: 'low-effort', forcedTools: true }),
  row('claude-opus-5', 'Claude Opus 5', ADAPTIVE, { ...FABLE, disabled: 'low-effort' }),
  row('claude-sonnet-5', 'Claude Sonnet 5', ADAPTIVE, { onByDefault: true }),
  row('claude-opus-4-8', 'Claude Opus 4.8', ADAPTIVE, { systemMessages: true }),
  row('claude-opus-4-7', 'Claude Opus 4.7', ADAPTIVE),
  row('claude-opus-4-6', 'Claude Opus 4.6', ADAPTIVE, BOTH),
  row('claude-sonnet-4-6', 'Claude Sonnet 4.6', ADAPTIVE, BOTH),
  row('claude-opus-4-5', 'Claude Opus 4.5', MANUAL, { efforts: ['low', 'medium', 'high'] }),
  row('claude-sonnet-4-5', 'Claude Sonnet 4.5', MANUAL),
  row('claude-haiku-4-5', 'Claude Haiku 4.5', MANUAL),
];

/** A date after an id names a snapshot of the same model. */
export function findAnthropicModel(id: unknown): AnthropicModel | null {
  const name = typeof id === 'string' ? id.replace(/-\d{8}$/, '') : '';
  return ANTHROPIC_MODELS.find((model) => model.id === name) ?? null;
}

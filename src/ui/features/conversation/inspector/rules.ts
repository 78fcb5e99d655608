/**
 * What a rule means for the user. `stays`: something doesn't reach the model. `converted`: it reaches the model in
 * another form. `request`: other parameters of the request, such as the maximum length of the answer. `form`: only the
 * form differs, not the meaning.
 */
export type Effect = 'stays' | 'converted' | 'request' | 'form';

/** Every rule name that a report may contain. Its texts are `rule.<name>` and `why.<name>` in the catalog. */
export const RULES = {
  'drop-foreign-thinking': 'stays',
  'drop-unusable-thinking': 'stays',
  'drop-unpaired-reasoning': 'stays',
  'drop-trailing-thinking': 'stays',
  'strip-bound-thinking': 'stays',
  'strip-by-decision': 'stays',
  'strip-thinking': 'stays',
  'thinking-bound-elsewhere': 'stays',
  'drop-cut-call': 'stays',
  'drop-vendor-block': 'stays',
  'omit-block': 'stays',
  'leave-out-part': 'stays',
  'quarantine-tool': 'stays',
  'no-tools': 'stays',
  'omit-media': 'stays',
  'image-to-placeholder': 'stays',
  'file-to-placeholder': 'stays',

  'server-call-to-text': 'converted',
  'citations-to-sources': 'converted',
  'shorten-result': 'converted',
  'shorten-summary': 'converted',
  'shorten-old-result': 'converted',
  'prune-repeated': 'converted',
  'prune-superseded': 'converted',
  'prune-failed': 'converted',
  'flatten-tool-call': 'converted',
  'calls-as-text': 'converted',
  'missing-result': 'converted',
  'orphan-result-to-text': 'converted',
  'duplicate-result-to-text': 'converted',
  'file-to-text': 'converted',
  'file-to-pictures': 'converted',
  'refusal-to-text': 'converted',
  'move-media-out-of-answer': 'converted',
  'move-result-images': 'converted',
  'arguments-to-object': 'converted',
  'part-in-wrong-role': 'converted',

  'no-server-tools': 'request',
  'use-summary': 'request',
  'exclude-message': 'request',
  'exclude-result': 'request',
  'delete-message': 'request',
  'delete-result': 'request',
  'thinking-off': 'request',
  'thinking-on': 'request',
  'limit-output': 'request',
  'drop-parameter': 'request',
  'clamp-parameter': 'request',
  'model-window': 'request',
  'model-output': 'request',
  'smaller-window': 'request',
  'omit-field': 'request',
  'thinking-form': 'request',
  'chat-switch': 'request',

  'scale-image': 'form',
  'drop-foreign-state': 'form',
  'drop-repeated-message': 'form',
  'drop-repeated-result': 'form',
  'drop-repeated-state': 'form',
  'drop-illegal-item-id': 'form',
  'drop-item-id': 'form',
  'drop-blank-text': 'form',
  'drop-empty-message': 'form',
  'drop-empty-answer': 'form',
  'replace-lone-surrogates': 'form',
  'clean-image-data': 'form',
  'clean-file-data': 'form',
  'join-text': 'form',
  'separate-answers': 'form',
  'merge-messages': 'form',
  'move-result': 'form',
  'pair-result': 'form',
  'begin-with-user': 'form',
  'end-with-user': 'form',
  'bridge-after-tools': 'form',
  'split-calls': 'form',
  'empty-result': 'form',
  'empty-reasoning': 'form',
  'stand-in-signature': 'form',
  'reissue-call-id': 'form',
  'rename-tool': 'form',
  'adapt-schema': 'form',
  'offer-history-tool': 'form',
} as const satisfies Record<string, Effect>;

export type RuleName = keyof typeof RULES;

/** Rules whose detail is a sentence of the engine; `why.<name>` says it in the user's language. */
const TOLD_BY_WHY: ReadonlySet<string> = new Set([
  'use-summary',
  'exclude-message',
  'exclude-result',
  'delete-message',
  'delete-result',
  'pair-result',
  'move-result',
  'image-to-placeholder',
  'thinking-off',
  'thinking-on',
  'no-tools',
]);

export const hasOwnDetail = (rule: string): boolean => !TOLD_BY_WHY.has(rule);

export const isKnownRule = (rule: string): rule is RuleName => Object.hasOwn(RULES, rule);

/** A rule of a newer version may remove something, so it is treated as if it did. */
export const effectOf = (rule: string): Effect => (isKnownRule(rule) ? RULES[rule] : 'stays');

/** What a vendor reports, or reveals, about content it left out itself. The texts are `report.<name>`. */
export const VENDOR_NOTES = ['vendor-dropped-thinking', 'vendor-cut-prompt', 'vendor-cleared-tool-uses'] as const;

export function isVendorNote(name: string): name is (typeof VENDOR_NOTES)[number] {
  return VENDOR_NOTES.some((candidate) => candidate === name);
}

import type { Rule } from '../draft/draft.ts';
import type { PreventiveHook } from '../preventive-hook.ts';
import { argumentsToObject, closeOpenCalls, dropTruncatedCalls } from './rules/calls.ts';
import { splitChannels } from './rules/channels.ts';
import { flattenTools } from './rules/flatten-tools.ts';
import { moveForeignPictures } from './rules/made-pictures.ts';
import { arrangeMedia } from './rules/media.ts';
import { keepOpaqueState } from './rules/opaque-state.ts';
import { dropBlankText, mergeContinuedText, refusalToText, stripUserState } from './rules/plain-text.ts';
import { dropRepeatedState } from './rules/repeated-state.ts';
import { arrangeResults } from './rules/results.ts';
import { dropEmptyItems, dropTrailingThinking } from './rules/sequence.ts';
import { keepVendorBlocks } from './rules/vendor-blocks.ts';
import type { Subject } from './subjects.ts';

interface MessageRule {
  rule: Rule;
  /** It changes nothing where there is none of these; absent: it may change anything. */
  about?: readonly Subject[];
  /** The user can switch it off. */
  hook?: PreventiveHook;
}

/** Rules that process one message at a time, before the window is selected. */
export const MESSAGE_RULES: readonly MessageRule[] = [
  { rule: dropRepeatedState, about: ['state', 'made picture'] },
  { rule: keepOpaqueState, about: ['state', 'made picture', 'vendor block'] },
  { rule: moveForeignPictures, about: ['made picture'] },
  { rule: keepVendorBlocks, about: ['vendor block'] },
  { rule: stripUserState, about: ['state of the user'] },
  { rule: splitChannels },
  { rule: mergeContinuedText, about: ['continued text'] },
  { rule: refusalToText, about: ['refusal'] },
  { rule: dropBlankText, hook: 'empty-message-sanitizer' },
  { rule: dropTruncatedCalls, about: ['unread arguments'] },
  { rule: argumentsToObject },
  { rule: closeOpenCalls, about: ['open call'] },
  { rule: arrangeResults },
  { rule: flattenTools },
  { rule: arrangeMedia, about: ['media'] },
  { rule: dropTrailingThinking, about: ['state'], hook: 'thinking-block-validator' },
  { rule: dropEmptyItems, hook: 'empty-message-sanitizer' },
];

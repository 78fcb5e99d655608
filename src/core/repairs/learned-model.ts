import type { Model } from '../model.ts';
import { dialectFor } from '../normalize/base/dialects.ts';
import {
  EVERY_MESSAGE,
  isModelFact,
  OMIT_FIELD,
  overlaysFor,
  readData,
  THINKING_OFF,
} from '../normalize/base/overlays.ts';
import { withLearnedFacts } from '../normalize/with-learned-facts.ts';
import { SplitList } from '../list-start.ts';
import { placesIn } from '../normalize/base/message-places.ts';
import type { Overlay, Target } from '../request.ts';
import { thinkingFields } from './body-fields.ts';

export interface LearnedModel {
  /** The model as its refusals have corrected it. */
  model: Model;
  /** Facts learned from refusals, newest first. */
  facts: readonly Overlay[];
  /**
   * The refusals because of which thinking is not requested, or less than was chosen. `null` when the chosen level is
   * sent.
   */
  thinking: { missing: 'all' | 'level'; because: readonly Overlay[] } | null;
}

/** Returns what the overlays of this session and of all sessions say about a model. */
export function readLearnedModel(target: Target, given: readonly Overlay[]): LearnedModel {
  const overlays = overlaysFor(given, target).filter((overlay) => overlay.target.message === EVERY_MESSAGE);
  const { model } = withLearnedFacts(target, overlays, SplitList.of([]), placesIn([])).target;
  const facts = overlays.filter(isModelFact).toSorted((a, b) => b.at - a.at);
  const all = overlays.filter((overlay) => overlay.kind === THINKING_OFF || asksFor(overlay, target) === 'all');
  const level = overlays.filter((overlay) => asksFor(overlay, target) === 'level');
  const because = all.length > 0 ? all : level;
  if (model.thinking.kind === 'none' || because.length === 0) return { model, facts, thinking: null };
  return { model, facts, thinking: { missing: all.length > 0 ? 'all' : 'level', because } };
}

/** Fields that affect neither whether nor how much the model thinks. */
const BESIDE: ReadonlySet<string> = new Set(['include', 'reasoning_format']);

/** What a thinking request lacks without a field. */
function asksFor({ kind, data }: Overlay, target: Target): 'all' | 'level' | null {
  const field = kind === OMIT_FIELD ? readData(data, 'field') : null;
  if (typeof field !== 'string' || BESIDE.has(field)) return null;
  const requested = thinkingFields(target.model.protocol).find((one) => field === one || field.startsWith(`${one}.`));
  if (requested === undefined) return null;
  if (requested !== field) return /effort|budget|level/i.test(field) ? 'level' : null;
  // Beside these fields, the effort only sets the amount.
  const isLevel =
    field === 'output_config' ||
    (field === 'reasoning_effort' && dialectFor(target).chat.thinkingParameter === 'thinking_type');
  return isLevel ? 'level' : 'all';
}

import type { HooksAt } from '../hook.ts';
import { commentChecker } from './comment-checker.ts';
import { emptyTaskResponseDetector } from './empty-task-response-detector.ts';
import { preventiveRule } from './preventive-rules.ts';
import { contextLimitRecovery, sessionRecovery } from './recovery.ts';
import { toolOutputTruncator } from './tool-output-truncator.ts';

/** The hooks that need nothing but their values. */
export const CORE_HOOKS: HooksAt<'core'> = {
  'thinking-block-validator': preventiveRule('thinking-block-validator'),
  'empty-message-sanitizer': preventiveRule('empty-message-sanitizer'),
  'comment-checker': commentChecker,
  'empty-task-response-detector': emptyTaskResponseDetector,
  'tool-output-truncator': toolOutputTruncator,
  'session-recovery': sessionRecovery,
  'anthropic-context-window-limit-recovery': contextLimitRecovery,
};

import { REASONS } from '#core/reasons.ts';

/** Why something failed. Some are worded for a model first; the page words them for its user. */
export const reasons = {
  ...REASONS,
  'sync.large': '“{{file}}” is larger than {{bytes, number}} bytes.',
  'server.longMessage': 'A message of more than {{limit, number}} bytes was dropped.',
  'search.none': 'No search service is set up. Choose one above.',
  'search.noKey': 'There’s no key for {{service}}. Add one above.',
  'search.refused': '{{service}} refused the key. Change it above.',
  'window.unknown': 'You can’t approve anything in this window yet. See the bar at the top.',
  'gesture.missing': 'Baton accepts approvals only from your own click or key press. Try again.',
  'files.busy': 'A command is still running in this folder. Wait for it or stop it, then try again.',
  'host.earlier': 'This window wasn’t opened by the running Baton. Close it and open Baton again.',
  'host.unreachable': 'Baton’s host isn’t responding. Everything you saved is safe. Start Baton again.',
  'host.unreadable': 'Baton’s host sent something this window can’t read ({{path}}). Reload the window.',
  'answer.endless':
    'Baton ended this answer: it went beyond {{characters, number}} characters or {{parts, number}} parts.',
  'answer.tooLong':
    'The newest message and its tool results need about {{tokens, number}} tokens, and {{budget, number}} are available for this model.',
  'answer.unreadable': 'The answer couldn’t be read.',
  'answer.noEnd': 'The answer stopped before it was complete.',
  'answer.untitled': 'The address returned a web page without a title, not an answer.',
  'answer.noWords': 'The vendor gave no reason.',
  'answer.noContent': 'The response has no content (HTTP {{status}}).',
  'answer.blank': 'There’s nothing to send: the message is blank.',
  'summary.nothing': 'There’s nothing to summarize yet.',
  'summary.noEnd': 'The summary stopped before it was complete.',
  'server.later': 'The server couldn’t be reached a moment ago. Baton will try again later.',
  quote: '“{{text}}”',
  other: 'Baton’s host reports: “{{detail}}”',
  ended: 'The server ended: “{{detail}}”',
} as const;

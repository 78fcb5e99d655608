import { REASONS } from '#core/reasons.ts';

/** Why something failed. Some are worded for a model first; the page words them for its user. */
export const reasons = {
  ...REASONS,
  'search.none': 'No search service is set up. Choose one above.',
  'search.noKey': 'There’s no key for {{service}}. Add one above.',
  'search.refused': '{{service}} refused the key. Change it above.',
  'host.unreachable': 'Baton’s host isn’t responding. Everything you saved is safe. Start Baton again.',
  'host.unreadable': 'Baton’s host sent something this window can’t read ({{path}}). Reload the window.',
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

import type { messageOptions as en } from '#texts/en/message-options.ts';
import type { Translation } from '#texts/base/translation.ts';

export const messageOptions = {
  label: 'このメッセージのオプション',
  sentLabel: 'このメッセージのオプション',
  'mode.search': '検索',
  'mode.analyze': '分析',
  'mode.ultrawork': 'ウルトラワーク',
  adds: '「{{name}}」でメッセージに追加される内容',
  byWord: '「{{word}}」による',
  remove: '「{{name}}」を外す',
  noThinking: '{{model}}には思考がないため、何も変わりません。',
  'command.list': 'コマンド',
  'command.count_other': 'コマンド{{count}}件。上下キーで選択、Enterで使用、Escで閉じます。',
  'command.think': 'このメッセージの思考：{{level}}',
  'command.search': '回答の前に徹底的に検索',
  'command.analyze': '行動の前に分析',
  'command.ultrawork': '終わるまで続ける',
  'command.compact': '容量を空ける：会話を要約',
  'command.plan': 'ツール：計画のみ、変更なし',
  'command.model': 'モデルを選ぶ',
  'command.instructions': 'この会話への指示',
  'command.planDone': 'ツールを計画のみにしました',
} satisfies Translation<typeof en>;

import type { mentions as en } from '#texts/en/mentions.ts';
import type { Translation } from '#texts/base/translation.ts';

export const mentions = {
  list: '参照するもの',
  count_other: '候補{{count}}件。上下キーで選択、Enterで挿入、Escで閉じます。',
  'group.files': 'ファイルとフォルダ',
  'group.sessions': '会話',
  'group.prompts': 'プロンプト',
  'group.resources': 'サーバーから',
  attach: 'フォルダを追加…',
  listing: 'ファイルの一覧を読み込み中…',
  more: 'このフォルダには、ここで検索できる数を超えるファイルがあります。',
  chips: '参照',
  remove: '{{name}}を送信から外す',
  removeTitle: '送信から外します。文字は残ります。',
  names: '名前の一覧',
  conversation: '会話',
  line: '{{from}}行目',
  lines: '{{from}}–{{to}}行目',
  'problem.missing': '{{name}}はもうありません。外すか、ほかのものを参照してください。',
  'problem.long': '{{name}}は長すぎて全体を送れません。{{token}}:1-200のように行番号を続けてください。',
  'problem.unreadable': '{{name}}はBatonでは読めません。外すとメッセージを送れます。',
  'problem.failed': '{{name}}を読めませんでした。再試行するか、外してください。',
} satisfies Translation<typeof en>;

import type { log as en } from '#texts/en/log.ts';
import type { Translation } from '#texts/base/translation.ts';

export const log = {
  intro:
    'このウィンドウとホストでのBatonの動作です。新しいものが下に表示されます。このパソコンに保存され、キーや会話の本文は含みません。',
  lines: 'ログの行',
  diagnostics: '診断情報をコピー…',
  diagnosticsHint:
    '不具合の報告に使います。コピーされるのは下に表示された内容だけです。まず目を通してください。どこにも送信されません。',
  diagnosticsTitle: '診断情報',
  diagnosticsText: 'コピーする内容',
  withLog: '最新のログ200行を含める',
  copy: 'コピー',
  save: 'ファイルに保存',
  copyPath: 'ファイルのパスをコピー',
  clear: '表示をクリア',
  hostAway: 'ホストが応答していないため、ホストの行は表示されません。',
  search: 'ログを検索',
  level: 'レベル',
  event: 'イベント',
  session: '会話',
  anyEvent: 'すべてのイベント',
  anySession: 'すべての会話',
  'from.debug': 'すべて',
  'from.info': '詳細を除く',
  'from.warn': '警告とエラー',
  'from.error': 'エラーのみ',
  'level.debug': '詳細',
  'level.info': '情報',
  'level.warn': '警告',
  'level.error': 'エラー',
  host: 'ホスト',
  live: '新しい行を追う',
  count_other: '{{all}}行中{{count}}行',
  earlier_other: '以前の{{count}}行を表示',
  none: 'ログはまだありません。',
  noneFound: '一致する行はありません。フィルターを減らしてください。',
  more: '記録する内容',
  texts: '本文もログに記録',
  textsHint:
    'このウィンドウを閉じるまで、ツールの引数と結果をそのまま記録します。キーは記録しません。ツールの動作がおかしいときに役立ちます。',
  file: 'ログの全体はここにあります（最大2MBと、その前の2MB）：',
} satisfies Translation<typeof en>;

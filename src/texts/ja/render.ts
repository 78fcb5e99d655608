import type { RenderTexts } from '#archive/render/base/render-texts.ts';
import { alerts } from './alerts.ts';

export const render: RenderTexts = {
  lang: 'ja',
  untitled: '新しいチャット',
  you: 'あなた',
  unknownModel: '不明なモデル',
  edited: 'あなたが編集',
  automation: 'Batonによる代理送信',
  order: 'モデルからのタスク',
  summary: '要約',
  tool: 'ツール',

  created: '開始',
  updated: '最後のメッセージ',
  models: 'モデル',
  answers: (count) => `回答${count}件`,
  instructions: '指示',
  exported: 'Batonから書き出し',
  omitted: '省いたもの',
  leftThinking: '思考',
  leftTools: 'ツール呼び出し',
  leftBranches: (count) => `ほかのブランチのメッセージ${count}件`,
  contents: '目次',
  message: (number) => `メッセージ${number}`,

  thought: '思考',
  thoughtFor: (seconds) => `思考時間：${seconds}秒`,
  thoughtHidden: 'このプロバイダーはモデルの思考を公開していません。',
  redacted: 'プロバイダーが暗号化した思考',
  args: '引数',
  result: '結果',
  emptyResult: '出力はありません。',
  noResult: '結果なし',
  status: {
    ok: '完了',
    error: '失敗',
    crashed: '結果なし',
    timeout: 'タイムアウト',
    cancelled: '停止',
    interrupted: '中断',
    denied: '拒否',
    unknown_tool: '不明なツール',
    malformed: '無効な引数',
    not_run: '未実行',
  },
  decision: {
    once: '1回だけ許可しました。',
    turn: 'この実行中は許可しました。',
    session: 'このチャットで許可しました。',
    always: '常に許可しています。',
    deny: '拒否しました。',
  },
  reason: (reason) => `理由：${reason}`,
  seconds: (seconds) => `${seconds}秒`,
  shortened: (lines) => `短縮：${lines}行を省きました。`,
  vendorBlock: (kind) => `プロバイダー固有のブロック：${kind}`,
  serverCall: (tool, asked, error) => {
    const did = { search: 'Webを検索', fetch: 'ページを閲覧', code: 'コードを実行', other: 'ツールを使用' }[tool];
    return [asked === '' ? did : `${did}：${asked}`, ...(error === null ? [] : [`失敗：${error}`])].join(' · ');
  },
  sources: '出典',
  pages: ({ from, to }) => (from === to ? `${from}ページ` : `${from}～${to}ページ`),

  attachment: '添付ファイル',
  attachments: 'ファイル',
  picture: (number) => `画像${number}`,
  madePicture: 'モデルが作成した画像',
  toolPicture: 'ツールからの画像',
  from: (server) => `${server}から`,
  removed: 'もう保存されていません',

  mode: (name) => `オプション：${name}`,
  modes: { search: '徹底的に検索', analyze: '先に分析', ultrawork: '終わるまで続ける' },
  level: (name) => `このメッセージの思考：${name}`,
  levels: { off: 'オフ', low: '低', medium: '中', high: '高' },
  contextFiles: (paths) => `モデルに追加で送信：${paths}`,

  interrupted: 'この回答は中断されました。',
  stopped: 'この回答を停止しました。',
  length: '長さの上限に達しました。',
  refusal: 'モデルが回答を断りました。',
  empty: 'モデルの回答は空でした。',
  failed: '回答に失敗しました',
  errorStatus: (status) => `ステータス${status}`,
  errorRequest: (id) => `要求${id}`,

  summaryReplaces: (count) =>
    count === null
      ? '以後の要求では、上のメッセージの代わりにこの要約を送信します。元のメッセージはすべてここに残っています。'
      : `以後の要求では、上のメッセージ${count}件の代わりにこの要約を送信します。元のメッセージはすべてここに残っています。`,
  summaryUnused: '使っていません：代わりに上のメッセージを送信します。',

  branches: 'ほかのブランチ',
  branchAfter: '次のメッセージの後の別のバージョン：',
  branchFirst: '会話の別の始まり',
  branchHere: 'ここから続く別のブランチ：',

  taskDone: '完了',
  taskOpen: '未完了',
  notes: '注',
  noteBack: '本文に戻る',
  alerts,
  image: '画像',
};

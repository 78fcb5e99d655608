import type { system as en } from '#texts/en/system.ts';
import type { Translation } from '#texts/base/translation.ts';

export const system = {
  browser: 'トレイ、スペルチェック、ログイン時の起動はデスクトップアプリの機能です。これはブラウザのウィンドウです。',
  desktop: 'デスクトップアプリ',
  tray: 'トレイで実行を続ける',
  trayHint: '最後のウィンドウを閉じても回答は続き、Batonはトレイで待機します。',
  login: 'ログイン時に起動',
  loginHint: 'このパソコンにログインするとBatonが開きます。',
  spelling: 'スペル',
  spellingIntro: '入力中、つづりの誤りに下線が付きます。右クリックすると候補が表示されます。',
  spellingSystem: 'システムが独自の辞書でスペルをチェックします。',
  noLanguage: '言語がまだないため、チェックしていません。',
  addLanguage: '言語を追加',
  chooseLanguage: '選択…',
  download: 'ダウンロード',
  downloadHint:
    '辞書は約1 MBで、Googleのサーバーから一度だけ届きます。サーバーはIPアドレスを知りますが、書いた内容は外に出ません。',
  remove: '削除',
  removeLanguage: '{{language}}を削除',
  dictionaryLoading: 'ダウンロード中…',
  dictionaryFailed: 'ダウンロード失敗',
  dictionaryAgain: '再試行',
} satisfies Translation<typeof en>;

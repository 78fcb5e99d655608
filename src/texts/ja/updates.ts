import type { updates as en } from '#texts/en/updates.ts';
import type { Translation } from '#texts/base/translation.ts';

export const updates = {
  title: '更新',
  noFeed: 'このビルドには更新用のアドレスがないため、確認しません。',
  ownFeed: 'アドレスがわかる場合は、設定ファイルに追加してください。使う前にここで確認します。',
  allow: '更新を確認',
  what: 'Batonが開いている間、最大で1日1回、次のアドレスで最新バージョンを確認します：',
  leaves:
    'バージョン、名前、識別子など、ほかには何も送信しません。Webページと同じように、サーバーにはネットワークアドレスがわかります。ダウンロードもインストールもしません。',
  off: '「信頼性」の「更新を確認」がオフのため、確認しません。',
  notAsked: 'まだ確認していません。',
  asked: '最後の確認：{{time}}。',
  failed: '使える応答がありませんでした。詳細はログを確認してください。',
  'failed.untrusted': 'このビルドのキーで署名されていない応答のため、無視しました。',
  'failed.stale': '期限切れの応答のため、無視しました。古いコピーかもしれません。',
  'failed.older': '以前より古いバージョンを示す応答のため、無視しました。',
  current: '最新バージョンです。',
  newer: 'Baton {{version}}を利用できます。',
  newerBody: '{{date}}公開。自動ではインストールされません。',
  notes: '{{version}}の新機能',
  open: 'ページを開く',
  later: '後で',
  skip: 'このバージョンをスキップ',
} satisfies Translation<typeof en>;

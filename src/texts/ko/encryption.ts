import type { encryption as en } from '#texts/en/encryption.ts';
import type { Translation } from '#texts/base/translation.ts';

export const encryption = {
  title: '이 컴퓨터의 암호화',
  intro: '시스템 키체인에 있는 키로 Baton의 변경 기록, 스냅샷, 진단 기록을 암호화할 수 있어요.',
  switch: '변경 기록, 스냅샷, 진단 기록 암호화',
  covers:
    '창의 저장소에 있는 대화, 설정, 내 폴더의 파일, 변경을 되돌리려고 남긴 사본은 암호화하지 않아요. 이것도 보호하려면 디스크를 암호화하세요.',
  'unavailable.browser': '브라우저 모드에는 키체인이 없어서 사용할 수 없어요. 데스크톱 앱을 사용해 주세요.',
  'unavailable.portable':
    '휴대용 폴더에서는 사용할 수 없어요. 이 컴퓨터의 키체인은 함께 옮겨지지 않아요. 대신 드라이브를 암호화하세요.',
  'unavailable.weak':
    '암호화하는 키링이 없어서 사용할 수 없어요. GNOME Keyring이나 KWallet을 설정한 뒤 Baton을 다시 시작해 주세요.',
  'unavailable.none': '시스템 키체인이 응답하지 않아서 사용할 수 없어요. 잠금을 풀고 Baton을 다시 시작해 주세요.',
  encrypting: '파일을 암호화하는 중',
  encryptingPart: '파일을 암호화하는 중: {{percent}}%',
  decrypting: '암호화를 해제하는 중',
  decryptingPart: '암호화를 해제하는 중: {{percent}}%',
  'on.title': '변경 기록, 스냅샷, 진단 기록을 암호화할까요?',
  'on.body':
    '이미 있는 파일은 백그라운드에서 암호화해요. 이어서 복구 키를 보여 드려요. 키체인의 키가 없어지면 복구 키로만 열 수 있어요.',
  'on.yes': '암호화',
  'off.title': '암호화를 그만할까요?',
  'off.body': '파일을 다시 일반 텍스트로 저장해요. 이 디스크를 읽을 수 있는 사람은 누구나 볼 수 있어요.',
  'off.yes': '암호화 해제',
  'recovery.title': '복구 키를 보관하세요',
  'recovery.body':
    '다른 컴퓨터에서, 또는 여기에서 키체인이 초기화됐을 때 스냅샷을 여는 키예요. 비밀번호 관리자처럼 다른 곳에 보관하세요. 이 키가 있으면 누구나 파일을 읽을 수 있어요.',
  'recovery.copy': '복사',
  'recovery.save': '파일로 저장',
  'recovery.file': 'Baton의 복구 키예요. 설정 > 시스템에서 암호화된 스냅샷, 변경 기록, 진단 기록을 열 수 있어요.',
  'recovery.later': '나중에',
  'recovery.kept': '보관했어요',
  'recovery.missing': '복구 키를 아직 보관하지 않았어요',
  'recovery.missingBody': '키체인이 초기화되면 이 키로만 암호화된 파일을 열 수 있어요.',
  'recovery.show': '복구 키 보기…',
  'recovery.label': '복구 키',
  'recovery.hint': '다른 컴퓨터에서, 또는 키체인이 초기화된 뒤에 암호화된 파일을 열어요.',
  damaged: '암호화 키 파일을 읽지 못했어요',
  damagedBody:
    'Baton 폴더에 encryption.json으로 그대로 있어요. 복구 키를 입력하거나 암호화를 다시 켜거나 끌 때까지 변경 기록, 스냅샷, 진단 기록을 저장하지 않아요.',
  cannotWrite: '암호화 키를 사용할 수 없어요',
  cannotWriteBody:
    '대화는 이 창에 안전하게 있지만 지금은 변경 기록, 스냅샷, 진단 기록을 저장하지 않아요. 복구 키를 입력하거나, 새 파일은 암호화하지 않도록 꺼 주세요.',
  locked_other: '파일 {{count}}개를 열 수 없어요',
  lockedBody:
    '이 컴퓨터의 키체인에 키가 없어요(스냅샷: {{snapshots}}, 변경 기록: {{journals}}). 파일은 그대로 있어요. 열려면 복구 키를 입력해 주세요.',
  unlockHint: '대소문자, 공백, 붙임표는 구분하지 않아요.',
  unlock: '잠금 해제',
  unlocked: '잠금을 풀었어요',
  full: '디스크가 가득 차서 나머지 파일을 다시 저장하지 못했어요. 공간을 비운 뒤 다시 시도해 주세요.',
  failed_other: '파일 {{count}}개는 그대로예요',
  failedBody: '읽거나 저장하지 못했어요. 이유는 설정 > 기록과 진단에 있어요.',
  again: '다시 시도',
} satisfies Translation<typeof en>;

/**
 * What becomes of each table and column when an account is erased. `personalData.ts` follows this list, and a test compares it
 * with the database: a new table or column must be on it. docs/jurisdictions.md says what it means for a player.
 */

type Sql = string

export type Retention =
  /**
   * The account's rows are deleted: those with its `user_id`, or `of`, in which $1 is the account's id, its e-mail in lower case or
   * the keys of its attempts.
   */
  | { rows: 'deleted'; why: string; of?: Sql; by?: 'email' | 'attempts' }
  /**
   * The account's rows stay. What says who it was is `emptied`; what `stays` is about the number of an account, which leads to no
   * person without kept_identities, or is a keyed index that nobody can compute without the key.
   */
  | { rows: 'kept'; why: string; until: string; emptied?: Readonly<Record<string, Sql>>; stays: string }
  /** They may be about a person, and jobs delete them soon (jobs/expiredRows.ts), erased or not. */
  | { rows: 'expiring'; until: string; stays: string }
  /** They are about no player. */
  | { rows: 'nobodys'; stays: string }

/** By the table's name, with its schema if that is not `public`; deleted in this order. */
export const retention: Readonly<Record<string, Retention>> = {
  identity_pictures: {
    rows: 'deleted',
    why: 'pictures of a document and of a face: kept only as long as the check needs them',
  },
  identity_checks: {
    rows: 'deleted',
    why: 'name, CPF and date of birth as they were sent; what came of it is in kept_identities',
  },
  payout_destinations: {
    rows: 'deleted',
    why: 'where money went; that of withdrawals is in kept_identities',
  },
  payout_keys: { rows: 'deleted', why: 'where money went; that of withdrawals is in kept_identities' },
  password_resets: { rows: 'deleted', why: 'access to the account' },
  player_notes: { rows: 'deleted', why: 'what staff wrote about the person' },
  email_confirmations: { rows: 'deleted', why: 'the address' },
  push_messages: { rows: 'deleted', why: 'notices for a device' },
  push_subscriptions: { rows: 'deleted', why: 'a device' },
  player_passkeys: { rows: 'deleted', why: 'access to the account' },
  passkey_challenges: { rows: 'deleted', why: 'access to the account' },
  login_links: { rows: 'deleted', why: 'access to the account' },
  idempotency_keys: { rows: 'deleted', why: 'answers to calls, with what the player read' },
  exports: { rows: 'deleted', why: 'files with everything; their parts go with them' },
  messages: { rows: 'deleted', why: 'what the player was told' },
  chat_messages: { rows: 'deleted', why: 'what the player and support wrote' },
  chat_conversations: { rows: 'deleted', why: 'that there was a conversation' },
  content_versions: {
    rows: 'deleted',
    why: 'notices to this player alone, as they were before',
    of: '(kind, id) in (select kind, id from content where user_id = $1)',
  },
  content: { rows: 'deleted', why: 'notices to this player alone' },
  favourites: { rows: 'deleted', why: 'taste' },
  recently_played: { rows: 'deleted', why: 'taste' },
  sports_favourites: { rows: 'deleted', why: 'taste' },
  outbox: { rows: 'deleted', why: 'e-mails with what the player read', of: 'lower("to") = $1', by: 'email' },
  attempts: { rows: 'deleted', why: 'counted by the address', of: 'key = any($1)', by: 'attempts' },

  users: {
    rows: 'kept',
    why: 'what the ledger and every record of a player lead to; no person any more',
    until: 'no end: nobody is found by it',
    emptied: {
      email: "'erased-' || id",
      email_canonical: 'null',
      email_alias_of: 'null',
      phone: "''",
      country: "''",
      name: "''",
      kyc_name: "''",
      password_hash: "''",
      test_password: 'null',
      cpf_encrypted: 'null',
      cpf_index: 'null',
      birth_date_encrypted: 'null',
      messenger: "''",
      nickname: 'null',
      nickname_key: 'null',
      nickname_changed_at: 'null',
      avatar: '0',
      kyc: '0',
      email_confirmed_at: 'null',
      monthly_statement: 'false',
      marketing_email: 'false',
      marketing_push: 'false',
      gift: 'false',
      bets_shown: "'noAmounts'",
    },
    stays:
      'id invite_code invited_by level lx test_flag pay_discount pay_discount_expires_at lock language is_app excluded_until created_at last_login_at erased_at reality_check level_bets suspended_until closed_at status_reason register_asked_at register_blocked_at pause_end_mailed statement_month brand marked_at erase_when_settled phone_read register_silent_at register_ask_after has_invited',
  },
  withdrawals: {
    rows: 'kept',
    why: 'payments',
    until: 'no end: the ledger; `key_index`, a keyed mark, five years',
    emptied: { key_encrypted: "''", key_masked: "''", holder: "''", whatsapp: "''" },
    stays:
      'id user_id type amount fee status created_at decided_at key_index review refusal provider asked_at reference warned_at',
  },
  sessions: {
    rows: 'kept',
    why: 'when the account was used',
    until: '30 days after they end',
    emptied: { device_id: "''", browser_id: 'null' },
    stays:
      'id token_hash user_id created_at expires_at revoked_at last_seen_at active_at end_reason device_type terminal_id password_at',
  },
  account_marks: {
    rows: 'kept',
    why: 'keyed marks, by which abuse with several accounts is found',
    until: 'five years; those of devices, browsers and addresses one',
    stays: 'user_id kind mark at',
  },
  adjustments: {
    rows: 'kept',
    why: 'the ledger, with the reason that staff gave',
    until: 'no end: accounts',
    stays: 'user_id id account amount kind reason made_by created_at',
  },
  bet_days: {
    rows: 'kept',
    why: 'sums of rounds and tickets',
    until: 'no end: accounts',
    stays: 'user_id day game stakes cash_loss',
  },
  check_ins: {
    rows: 'kept',
    why: 'why bonus was given',
    until: 'no end: accounts',
    stays: 'user_id day streak amount checked_at',
  },
  commission_claims: {
    rows: 'kept',
    why: 'why commission was given',
    until: 'no end: accounts',
    stays: 'user_id through amount claimed_at',
  },
  deposit_reversals: {
    rows: 'kept',
    why: 'money that a bank took back',
    until: 'no end: accounts',
    stays: 'user_id provider id order_id cause amount taken paid at settled_at settled_by settled_reason',
  },
  desk_player_limits: {
    rows: 'kept',
    why: "the desk's decision about bets",
    until: 'no end: about a number',
    stays: 'user_id max_stake max_win changed_by changed_at',
  },
  game_rounds: {
    rows: 'kept',
    why: 'bets, and what their fairness is proved with',
    until: 'no end: accounts',
    stays:
      'id user_id game wallet stake payout status params state outcome multiplier seed_pair_id nonce created_at settled_at double_round provider provider_round',
  },
  house_limits: {
    rows: 'kept',
    why: "the house's decision about bets",
    until: 'no end: about a number',
    stays: 'user_id kind period amount made_by created_at',
  },
  kept_identities: {
    rows: 'kept',
    why: 'who it was, sealed: bets, money laundering and taxes are looked into for five years (Lei 14.790/2023, Lei 9.613/1998 art. 10 § 2, Portaria SPA/MF 1.143/2024), where the profile says so',
    until: "the profile's `identityYears`, then deleted",
    stays: 'user_id cpf_index cpf_encrypted person kept_at keep_until',
  },
  ladder_claims: {
    rows: 'kept',
    why: 'why a reward was given',
    until: 'no end: accounts',
    stays: 'user_id people amount claimed_at',
  },
  multiplier_offers: {
    rows: 'kept',
    why: 'why bonus was given',
    until: 'no end: accounts',
    stays: 'id user_id multiplier amount bonus created_at expires_at used_by closed_at',
  },
  next_seeds: {
    rows: 'kept',
    why: 'what the fairness of rounds is proved with',
    until: 'no end: proof',
    stays: 'user_id server_seed server_seed_hash created_at',
  },
  orders: {
    rows: 'kept',
    why: 'payments',
    until: 'no end: accounts',
    stays:
      'id user_id package_id pay_no provider url principal bonus discount currency status waive_promotions offer is_app created_at expires_at paid_at closed_at refusal refunded_at offer_id charge_state asked_at request_key request_hash payer discount_bonus',
  },
  payment_differences: {
    rows: 'kept',
    why: 'payments',
    until: 'no end: accounts',
    stays:
      'id provider side kind subject user_id reference our_state our_amount their_state their_amount at found_at state resolved_at resolved_by_kind resolved_by reason',
  },
  period_loss_baselines: {
    rows: 'kept',
    why: 'what a limit was counted from',
    until: 'no end: amounts',
    stays: 'user_id period began_at cash_net_loss',
  },
  play_days: {
    rows: 'kept',
    why: 'how long was played, for the duty to watch over players',
    until: 'no end: amounts',
    stays: 'user_id day seconds counted_to',
  },
  play_history_days: {
    rows: 'kept',
    why: 'sums of rounds and tickets by day',
    until: 'no end: amounts',
    stays: 'user_id day game stakes payouts bonus_stakes bonus_payouts',
  },
  play_history_money: {
    rows: 'kept',
    why: 'sums of the ledger by day',
    until: 'no end: amounts',
    stays: 'user_id day deposits withdrawals',
  },
  play_history_positions: {
    rows: 'kept',
    why: 'up to where the two above are counted',
    until: 'no end: amounts',
    stays: 'user_id through',
  },
  player_limits: {
    rows: 'kept',
    why: 'the limits that bets were accepted under',
    until: 'no end: amounts',
    stays: 'user_id kind period amount next_amount next_from used_before used_at',
  },
  player_status_changes: {
    rows: 'kept',
    why: 'pauses and closures, for the duty to prove them',
    until: 'no end: proof',
    stays: 'user_id id status until reason note made_by created_at',
  },
  prize_suspensions: {
    rows: 'kept',
    why: 'why the house kept a prize aside, and when it came back or was taken; staff write no names into notes',
    until: 'no end: accounts',
    stays:
      'user_id id ref_type ref_id amount wallet reason note made_by created_at until held_at ended_at ended_by taken',
  },
  prize_years: {
    rows: 'kept',
    why: 'sums of bets by year, for the tax on prizes',
    until: 'no end: amounts',
    stays: 'user_id year sports games net',
  },
  promotion_claims: {
    rows: 'kept',
    why: 'why bonus was given',
    until: 'no end: accounts',
    stays: 'user_id promotion period amount claimed_at',
  },
  provider_bets: {
    rows: 'kept',
    why: 'which round a bet of a game provider is',
    until: 'no end: accounts',
    stays: 'user_id provider id game round round_id won state created_at',
  },
  rebate_claims: {
    rows: 'kept',
    why: 'why a rebate was given',
    until: 'no end: accounts',
    stays: 'user_id day bets rate amount claimed_at',
  },
  register_answers: {
    rows: 'kept',
    why: 'proof that the register of blocked persons was asked, by a keyed index of the CPF',
    until: 'five years, then deleted',
    stays: 'cpf_index id user_id at occasion register is_blocked reasons request_id self_excluded_at',
  },
  register_blocks: {
    rows: 'kept',
    why: 'what was done about a person whom the register names',
    until: 'five years after its end, then deleted',
    stays:
      'user_id id blocked_at reasons request_id self_excluded_at pause_before pause_until withdraw_until pay_until next_step_at closed_at emptied_at ended_at restarted_at',
  },
  report_last_bets: {
    rows: 'kept',
    why: 'which days are counted in reports',
    until: 'no end: amounts',
    stays: 'user_id product game day',
  },
  risk_hits: {
    rows: 'kept',
    why: 'what was reported to authorities, or why not (Portaria SPA/MF 1.143/2024)',
    until: 'no end: about a number',
    stays:
      'user_id id rule measured ref_kind ref_id at acknowledged_by acknowledged_at note decision decided_by decided_at decision_reason',
  },
  seed_pairs: {
    rows: 'kept',
    why: 'what the fairness of rounds is proved with',
    until: 'no end: proof',
    stays: 'id user_id server_seed server_seed_hash client_seed nonce active created_at revealed_at',
  },
  slot_replays: {
    rows: 'kept',
    why: 'a round to be shown again',
    until: 'no end: amounts',
    stays: 'user_id game round_id',
  },
  ticket_debts: {
    rows: 'kept',
    why: 'the ledger',
    until: 'no end: accounts',
    stays: 'user_id ticket_id number amount at',
  },
  ticket_legs: {
    rows: 'kept',
    why: 'bets',
    until: 'no end: accounts',
    stays:
      'ticket_id position match_id sport league home away starts_at option_key selection game_time odds live result distance score_home score_away user_id boosted_from rules_version correction',
  },
  ticket_settlements: {
    rows: 'kept',
    why: 'bets',
    until: 'no end: accounts',
    stays: 'ticket_id number user_id at cause state result payout paid refunded legs',
  },
  tickets: {
    rows: 'kept',
    why: 'bets',
    until: 'no end: accounts',
    stays:
      'id user_id kind wallet stake state result policy reason payout max_return cashed_out accept_at created_at settled_at auto_cash_out cash_outs cashed_stake cashed_paid held_until',
  },
  transfers: {
    rows: 'kept',
    why: 'the ledger',
    until: 'no end: accounts',
    stays:
      'id key kind user_id ref_type ref_id args accounts amounts balances turnover at actor_kind actor_id',
  },
  wallet_differences: {
    rows: 'kept',
    why: 'the ledger',
    until: 'no end: accounts',
    stays: 'user_id account wallet ledger found_at',
  },
  wallets: {
    rows: 'kept',
    why: 'the ledger',
    until: 'no end: accounts',
    stays:
      'user_id cash bonus hold_withdrawal hold_round_cash hold_round_bonus turnover_left release_due deposit_sum withdraw_sum bet_sum cash_net_loss version debt',
  },
  exclusions: {
    rows: 'kept',
    why: 'pauses and limits, also those of the house, by keyed indexes of CPF and confirmed e-mail, against the same person’s next account',
    until: 'the pause, limits one year',
    stays: 'id email_index cpf_index excluded_until limits house created_at kept_until',
  },
  claimed_offers: {
    rows: 'kept',
    why: 'one-time offers, by the keyed index of the CPF, against the same person’s next account',
    until: 'no end: nobody is found by it',
    stays: 'person offer claimed_at',
  },
  package_bonuses: {
    rows: 'kept',
    why: 'bonuses of packages, by the keyed index of the CPF, against the same person’s next account',
    until: 'no end: nobody is found by it',
    stays: 'person package_id used_at',
  },
  vouchers: {
    rows: 'kept',
    why: 'money on paper; who redeemed it, by the number of the account',
    until: 'no end: accounts',
    stays:
      'id code_hash signature amount created_at expires_at redeemed_by redeemed_at voided_at issued_by voided_by sealed withdrawal_id session_id paid_at paid_by',
  },
  regulator_lots: {
    rows: 'kept',
    why: 'files for the authority, sealed, with the CPFs of their day',
    until: 'five years, then deleted',
    stays:
      'id family period number records totals content file_bytes sha256 state error attempts next_try_at receipt made_at made_by sent_at sent_by',
  },
  provider_transactions: {
    rows: 'kept',
    why: 'calls of game providers, with the number of the account',
    until: 'no end: accounts',
    stays: 'provider id kind body round_id created_at',
  },
  'office.staff_audit': {
    rows: 'kept',
    why: 'who did what, in a chain that nobody can change; staff write no names into reasons',
    until: 'no end: proof',
    stays:
      'id at staff_id staff_name role action subject_kind subject_id before after reason address request_id requested_by_id requested_by_name previous_hash hash',
  },
  'office.staff_approvals': {
    rows: 'kept',
    why: 'what a second person confirmed; staff write no names into reasons',
    until: 'no end: proof',
    stays:
      'id call request subject_kind subject_id reason amount state failure requested_by requested_at expires_at decided_by decided_at decided_reason',
  },
  'office.action_keys': {
    rows: 'kept',
    why: 'answers to staff, sealed',
    until: 'seven days',
    stays: 'staff_id key call request_hash status answer created_at',
  },

  captchas: {
    rows: 'expiring',
    until: 'an hour',
    stays: 'code_id answer created_at expires_at used_at kind challenge',
  },
  chat_sessions: {
    rows: 'expiring',
    until: 'a day',
    stays: 'token_hash session_id user_id created_at expires_at',
  },
  chat_tickets: {
    rows: 'expiring',
    until: 'a day',
    stays: 'token_hash session_id user_id created_at expires_at used_at',
  },
  game_sessions: {
    rows: 'expiring',
    until: 'a day',
    stays: 'token_hash session_id user_id game created_at expires_at',
  },
  game_tickets: {
    rows: 'expiring',
    until: 'a day',
    stays: 'token_hash session_id user_id game created_at expires_at used_at',
  },
  export_chunks: { rows: 'expiring', until: 'gone with the export', stays: 'export_id user_id seq body' },
  terminal_logins: {
    rows: 'expiring',
    until: 'a day',
    stays:
      'code_hash secret_hash terminal_id device_id number created_at expires_at approved_by collected_at',
  },
  terminal_screenshots: {
    rows: 'expiring',
    until: 'ten minutes',
    stays: 'terminal_id version taken_at image',
  },
  terminal_crashes: {
    rows: 'expiring',
    until: '14 days',
    stays: 'id terminal_id received_at crashed_at version dump',
  },
  rate_limits: { rows: 'expiring', until: 'two days', stays: 'key window_start count' },
  push_scores: { rows: 'expiring', until: 'a week', stays: 'match_id home away seen_at' },
  pix_charges: {
    rows: 'expiring',
    until: '30 days',
    stays: 'id code amount expires_at return_url language result',
  },

  'office.attempts': { rows: 'nobodys', stays: 'email failures locked_until at' },
  'office.audit_check': { rows: 'nobodys', stays: 'is_only checked_at checked_to broken_at' },
  'office.audit_head': { rows: 'nobodys', stays: 'is_only id hash' },
  'office.canned_answers': { rows: 'nobodys', stays: 'id shortcut title texts updated_at' },
  'office.challenges': { rows: 'nobodys', stays: 'challenge staff_id expires_at' },
  'office.links': { rows: 'nobodys', stays: 'staff_id token_hash purpose expires_at' },
  'office.staff': {
    rows: 'nobodys',
    stays:
      'id email name role password_hash totp_secret totp_pending totp_step is_sandbox deactivated_at logged_in_at created_at',
  },
  'office.staff_names': { rows: 'nobodys', stays: 'id name' },
  'office.staff_passkeys': {
    rows: 'nobodys',
    stays: 'id staff_id public_key counter transports name created_at used_at',
  },
  'office.staff_recovery_codes': { rows: 'nobodys', stays: 'staff_id code_hash used_at' },
  'office.staff_sessions': {
    rows: 'nobodys',
    stays: 'id token_hash staff_id stage address browser created_at active_at ended_at',
  },
  archived_rounds: { rows: 'nobodys', stays: 'partition before_id rounds archived_at' },
  blocked_nicknames: { rows: 'nobodys', stays: 'key blocked_at' },
  deposit_packages: { rows: 'nobodys', stays: 'id price gift sort kind enabled starts_at ends_at version' },
  desk_decisions: {
    rows: 'nobodys',
    stays: 'match_id state void_markets changes decided_by decided_at correction',
  },
  desk_rules: {
    rows: 'nobodys',
    stays:
      'sport league match_id market is_stopped price_factor max_stake max_win max_exposure changes changed_by changed_at margin',
  },
  double_chains: { rows: 'nobodys', stays: 'id commitment last_seed client_seed length created_at' },
  double_exposure: { rows: 'nobodys', stays: 'round colour payout' },
  double_rounds: {
    rows: 'nobodys',
    stays: 'sequence chain_id chain_index server_seed server_seed_hash slot starts_at closed_at settled_at',
  },
  feed_batches: {
    rows: 'nobodys',
    stays: 'version previous written_at matches markets gone cancels provider',
  },
  feed_bet_cancels: {
    rows: 'nobodys',
    stays: 'provider match_id market cancels_from cancels_until version changed_at is_restored',
  },
  feed_markets: { rows: 'nobodys', stays: 'provider match_id code version is_main is_suspended options' },
  feed_matches: { rows: 'nobodys', stays: 'provider id version starts_at is_over changed_at body' },
  feed_names: {
    rows: 'nobodys',
    stays: 'provider kind id sport source_name country name changed_by changed_at',
  },
  feed_scripts: { rows: 'nobodys', stays: 'match_id script updated_at' },
  feed_state: { rows: 'nobodys', stays: 'provider version epoch heard_at position' },
  games: {
    rows: 'nobodys',
    stays: 'code kind name route hot sort rtp enabled provider studio picture listed',
  },
  job_leases: { rows: 'nobodys', stays: 'job holder until' },
  migrations: { rows: 'nobodys', stays: 'name checksum at' },
  prize_position: { rows: 'nobodys', stays: 'id through' },
  reconciled_days: { rows: 'nobodys', stays: 'provider side day compared_at payments' },
  regulator_requests: {
    rows: 'nobodys',
    stays: 'family period requested_at requested_by error attempts next_try_at',
  },
  report_accounts: { rows: 'nobodys', stays: 'day account held_for cents brand' },
  report_actives: { rows: 'nobodys', stays: 'period starts product game players brand' },
  report_bets: {
    rows: 'nobodys',
    stays:
      'day product game wallet placed placed_cents settled stakes payouts refunded refunds corrections brand',
  },
  report_days: { rows: 'nobodys', stays: 'day last_id checked_id checked_at' },
  report_differences: { rows: 'nobodys', stays: 'day what reported ledger found_at' },
  report_money: { rows: 'nobodys', stays: 'day kind detail number cents brand' },
  report_position: { rows: 'nobodys', stays: 'id through registered_day checked_at' },
  report_registrations: { rows: 'nobodys', stays: 'day brand players' },
  risk_scan: { rows: 'nobodys', stays: 'one scanned_to' },
  selection_exposure_slots: {
    rows: 'nobodys',
    stays: 'match_id option_key tickets stake payout starts_at slot',
  },
  settings: { rows: 'nobodys', stays: 'key value updated_at' },
  sport_rules: { rows: 'nobodys', stays: 'version sport rules first_at' },
  terminal_codes: { rows: 'nobodys', stays: 'code_hash terminal_id expires_at used_at' },
  terminals: {
    rows: 'nobodys',
    stays:
      'id name created_at public_key enrolled_at revoked_at sequence last_seen_at health followed_version orders_version in_service restart_version config screenshot_version address_mark',
  },
  wallet_audit: { rows: 'nobodys', stays: 'id started_at checked_to finished_at wallets' },
}

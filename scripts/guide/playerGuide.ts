import { languages } from '#contract/languages.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import { cents, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import { checkInBets, checkInRewards, checkInTurnover } from '#contract/rules/checkIn.ts'
import { awayDays, returnFraction, returnHours } from '#contract/rules/discount.ts'
import { countedInGame, edgeOf, FULL_EDGE } from '#contract/rules/gameEdge.ts'
import {
  LEAST_BETS,
  MOST_BETS,
  OFFER_HOURS,
  OFFER_MAX_LEVEL,
  OFFER_MULTIPLIER,
} from '#contract/rules/multiplierOffer.ts'
import { paymentLifetimeMs } from '#contract/rules/paymentExpiry.ts'
import { promotions, type PromotionKind } from '#contract/rules/promotions.ts'
import { rebateRates, rebateTurnover } from '#contract/rules/rebate.ts'
import {
  commissionRates,
  ladderSteps,
  validInviteeBets,
  validInviteeDeposit,
} from '#contract/rules/referrals.ts'
import { LIVE_DELAY_MS, ticketLimits } from '#contract/rules/sports.ts'
import { turnoverFactors } from '#contract/rules/turnover.ts'
import { countedInPartFrom } from '#contract/rules/turnoverWeight.ts'
import { GIFT_FROM_LEVEL, USDT_FROM_LEVEL } from '#contract/rules/vip.ts'
import { DEFAULT_WITHDRAW_MINIMUM } from '#contract/rules/withdraw.ts'
import type { JurisdictionProfile } from '#server/config/jurisdictions.ts'

const language = languages.pt_BR
const number = (value: number) => value.toLocaleString(language.locale)
/** Without decimals where there are none. */
const money = (amount: Cents) =>
  amount % 100 === 0 ? `${language.symbol} ${number(amount / 100)}` : formatMoney(amount, language)
const percent = (fraction: number) =>
  fraction.toLocaleString(language.locale, { style: 'percent', maximumFractionDigits: 2 })
const { principal, bonus } = turnoverFactors.deposit
const list = (words: string[]) => new Intl.ListFormat(language.locale).format(words)
const methodNames = { pix: 'Pix', card: 'cartão' } as const

const limitNames = {
  deposit: 'limite de depósito',
  loss: 'limite de perda',
  time: 'limite de tempo',
} as const

/** Where the guide of a profile is. */
export function guidePath(profile: string): string {
  return profile === 'spec' ? 'docs/player.md' : `docs/player.${profile}.md`
}

/** The guide for players of a jurisdiction, as Markdown: what the profile forbids is not in it, and figures are those of the rules. */
export function playerGuide(profile: JurisdictionProfile): string {
  const points = [
    point(
      'Conta',
      'e-mail e senha (8 caracteres ou mais, com letra e número). Só para maiores de 18 anos.',
      profile.limitsAtSignUp.length > 0 &&
        `Antes do primeiro depósito, você define em Jogo responsável: ${profile.limitsAtSignUp.map((kind) => limitNames[kind]).join(', ')}.`,
      profile.birthDate && 'A verificação pede a sua data de nascimento.',
      profile.identityPictures.length > 0 &&
        'Ela pede também fotos da frente e do verso de um documento e do seu rosto, tiradas com a câmera. São apagadas depois da decisão.',
      profile.confirmedEmail && 'O primeiro depósito pede um e-mail confirmado.',
      profile.idleCloseMinutes !== null &&
        `Depois de ${profile.idleCloseMinutes} minutos sem uso, a sessão é encerrada.`,
    ),
    deposit(profile),
    rollover(profile),
    point('O que conta', counting),
    withdrawal(profile),
    ...common(),
    point(
      'Cashback diário',
      `de ${percent(rebateRates[0] ?? 0)} a ${percent(rebateRates.at(-1) ?? 0)}, conforme o nível VIP, da parte das apostas de ontem que conta. Entra no saldo, com rollover de ${rebateTurnover}x.`,
    ),
    point(
      'Convites',
      `você recebe ${list(commissionRates.map(percent))} da parte que conta das apostas finalizadas de três níveis de convidados. A comissão de cada dia (horário de Brasília) pode ser resgatada na página Agente a partir do dia seguinte e entra no saldo, sem rollover.`,
    ),
    ...offers(profile),
    point('Tamanho do texto', 'de 100 a 200%, nos dois menus.'),
    point(
      'Dados e segurança',
      'no menu da conta, veja onde você está conectado e desconecte outros aparelhos, baixe seus dados ou encerre a conta. Sair apaga o que este aparelho guardava.',
    ),
    point(
      'Pausa e autoexclusão',
      'durante elas não há apostas, depósitos nem ofertas; todo o seu saldo pode ser retirado.',
    ),
  ]
  return `${head}\n${points.join('\n')}\n`
}

const head = `# Para quem joga

![Esportes com odds turbinadas, jogo responsável, registros e resultado verificável](images/player.png)
`

function point(name: string, ...sentences: (string | false)[]): string {
  return `- **${name}**: ${sentences.filter((sentence) => sentence !== false).join(' ')}`
}

function deposit({ paymentMethods, ownAccountOnly, kiosk }: JurisdictionProfile): string {
  const methods = paymentMethods.map((method) => methodNames[method]).join(' ou ')
  return point(
    'Depósito',
    `escolha um pacote e pague com ${methods} em até ${paymentLifetimeMs / 60_000} minutos; o saldo costuma cair em até 5. Na primeira vez pedimos nome e CPF.`,
    ownAccountOnly && 'Pague só de uma conta no seu CPF: pagamentos de outra pessoa são devolvidos.',
    kiosk && 'Um vale de um local parceiro é resgatado no depósito.',
  )
}

function rollover({ bonuses }: JurisdictionProfile): string {
  const inPart = `Apostas com ${countedInPartFrom}% ou mais de chance de ganhar contam só em parte.`
  if (!bonuses.packages)
    return point(
      'Rollover',
      `para retirar, é preciso apostar ${principal}x o depósito. ${inPart} Bônus fica em uma carteira separada: dá para apostar com ele, e ele vira saldo depois do seu rollover.`,
    )
  return point(
    'Bônus',
    `fica em uma carteira separada. Dá para apostar com ele; para retirar, é preciso apostar ${principal}x o depósito e ${bonus}x o bônus (rollover). ${inPart} Quem marca “Não participe de promoções” aposta só ${principal}x o depósito. O bônus de cada pacote vale uma vez por pessoa.`,
  )
}

const of100 = (game: string) => money(countedInGame(cents(100_00), edgeOf(game, null)))
const counting = `para rollover e recompensas, uma aposta conta conforme a margem do jogo. De cada R$ 100 contam ${of100('mines')} em Mines, Limbo, Torre e Dice, ${of100('luckyColor')} na Cor da Sorte, ${of100('sports')} em esportes e ${of100('double')} no Double e nos slots com RTP de até ${percent(1 - FULL_EDGE)}.`

function withdrawal(profile: JurisdictionProfile): string {
  const { ownAccountOnly, crypto, voucherWithdrawals } = profile
  const others = crypto ? `CNPJ ou, a partir do nível VIP ${USDT_FROM_LEVEL}, USDT (TRC20)` : 'CNPJ'
  return point(
    'Retirada',
    ownAccountOnly
      ? 'só para o seu CPF, já verificado e preenchido.'
      : `para o seu CPF, já verificado e preenchido, para outro CPF, ${others}.`,
    `O mínimo é de ${money(DEFAULT_WITHDRAW_MINIMUM)}; a taxa e o número por dia dependem do nível VIP.`,
    !ownAccountOnly &&
      'Para uma chave nova pedimos a sua senha e avisamos por e-mail; sem a senha, a nossa equipe confere a retirada antes de pagar.',
    voucherWithdrawals !== null &&
      `Em um totem com impressora, também em dinheiro, por um vale de até ${money(cents(voucherWithdrawals.maximum))}.`,
    'Se uma retirada é recusada, o valor volta inteiro para o saldo, e Registros e Mensagens dizem o motivo e o que fazer.',
  )
}

/** What is the same everywhere: games and sports. */
function common(): string[] {
  const { minLegs, maxLegs, minStake, maxStake, maxReturn, maxBoostedStake } = ticketLimits
  return [
    point(
      'Jogo justo',
      'antes de cada rodada mostramos o hash da semente, e a da próxima antes de você escolher a sua. Depois de trocar as sementes, qualquer rodada pode ser verificada em `/fair`, sem depender de nós.',
    ),
    point(
      'Esportes',
      `doze modalidades, antes e durante a partida; times e resultados são simulados. Simples ou múltipla de ${minLegs} a ${maxLegs} seleções, de ${money(minStake)} a ${money(maxStake)}; um bilhete devolve no máximo ${money(maxReturn)}. Com a partida em andamento, a aposta é confirmada ${LIVE_DELAY_MS / 1_000} segundos depois, pelas odds desse momento, como você escolheu: perguntar, aceitar se melhorar ou aceitar sempre. Um bilhete aberto pode ser encerrado antes pelo valor mostrado.`,
    ),
    point(
      'Odds turbinadas',
      `em algumas partidas de futebol um resultado paga mais até o início do jogo; a odd normal aparece riscada. Valem só em apostas simples, até ${money(maxBoostedStake)} por jogador em cada seleção; na múltipla conta a odd normal.`,
    ),
    point('Rodada interrompida', 'ela continua de onde parou quando você volta.'),
  ]
}

/** One point for each kind of bonus that the profile has. */
function offers({ bonuses }: JurisdictionProfile): string[] {
  const shown = promotions.filter(({ kind }) =>
    kind === 'weekendCashback' ? bonuses.cashback : bonuses.promotions,
  )
  return [
    bonuses.levels &&
      point('Bônus de nível', 'um por nível VIP, em bônus; inteiro quando suas apostas contam por inteiro.'),
    bonuses.gift && point('Presente', `a partir do nível VIP ${GIFT_FROM_LEVEL}, um por nível, em bônus.`),
    bonuses.checkIn &&
      point(
        'Check-in diário',
        `de ${money(checkInRewards[0] ?? cents(0))} a ${money(checkInRewards.at(-1) ?? cents(0))} em bônus, com rollover de ${checkInTurnover}x, se as apostas da véspera contam ${money(checkInBets)}.`,
      ),
    bonuses.multiplier &&
      point(
        'Bônus turbinado',
        `quando as apostas de um dia contam pelo menos ${money(LEAST_BETS)}, pode haver no dia seguinte um bônus de ${percent(OFFER_MULTIPLIER)} delas, no máximo ${money(multiplyDown(MOST_BETS, OFFER_MULTIPLIER))}, com um depósito em até ${OFFER_HOURS} horas; até o nível VIP ${OFFER_MAX_LEVEL}.`,
      ),
    bonuses.discount &&
      point(
        'Desconto de volta',
        `depois de ${awayDays} dias sem depositar, o depósito seguinte custa ${percent(returnFraction)} menos por ${returnHours} horas, e a diferença vem em bônus.`,
      ),
    bonuses.ladder && ladder(),
    shown.length > 0 && point('Promoções', `tudo em bônus, com rollover: ${list(shown.map(promotionText))}.`),
  ].filter((line) => line !== false)
}

function ladder(): string {
  const steps = ladderSteps.map(({ people, reward }, index) => {
    return `${number(people)}${index === 0 ? ' convidado' : ''} ${money(reward)}`
  })
  return point(
    'Escada de bônus',
    `convidado válido é quem depositou pelo menos ${money(validInviteeDeposit)} e apostou pelo menos ${money(validInviteeBets)} que contam. Prêmios, em bônus: ${steps.join(', ')}; cada prêmio vale uma única vez por pessoa.`,
  )
}

const promotionNames: Record<PromotionKind, string> = {
  firstDeposit: 'primeiro depósito',
  weekendCashback: 'cashback de fim de semana',
  invite: 'primeiro amigo',
}

function promotionText({ kind, fraction, maximum }: (typeof promotions)[number]): string {
  const share = `${percent(fraction)}${kind === 'weekendCashback' ? ' da perda esperada' : ''}, até ${money(maximum)}`
  return `${promotionNames[kind]} (${fraction > 0 ? share : money(maximum)})`
}

import { useState } from 'react'
import { emptyArt } from '../../assets/emptyArt.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { LoadingBox } from '../../ui/LoadingBox.tsx'
import { Sheet, type SheetProps } from '../../ui/Sheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Toaster, type ToastItem } from '../../ui/Toaster.tsx'
import { Section } from './Section.tsx'
import styles from './UiScreen.module.css'

type Open = 'auto' | 'full' | 'left' | 'top' | 'alert' | 'confirm' | 'titled' | null

const sheets: Record<string, Pick<SheetProps, 'title' | 'side' | 'size'>> = {
  auto: { title: 'Redefinir senha' },
  full: { title: 'Destino da retirada', size: 'full' },
  left: { title: 'Menu', side: 'left' },
  top: { title: 'Conta', side: 'top' },
}

export function OverlaysSection() {
  const [open, setOpen] = useState<Open>(null)
  const [loading, setLoading] = useState(false)
  const [toasts, setToasts] = useState<ToastItem[]>([])
  const close = () => setOpen(null)
  const toast = (text: string, tone: ToastItem['tone']) =>
    setToasts((shown) => [...shown, { id: Date.now(), text, tone }])
  const load = () => {
    setLoading(true)
    setTimeout(() => setLoading(false), 2500)
  }
  const sheet = open ? sheets[open] : undefined
  return (
    <>
      <Section title="Sheet" row>
        {Object.keys(sheets).map((name) => (
          <Button key={name} onClick={() => setOpen(name as Open)}>
            {`Sheet ${name}`}
          </Button>
        ))}
      </Section>
      <Section title="AlertDialog" row>
        <Button onClick={() => setOpen('alert')}>One button</Button>
        <Button onClick={() => setOpen('confirm')}>Two buttons</Button>
        <Button onClick={() => setOpen('titled')}>With a picture</Button>
      </Section>
      <Section title="Toaster, LoadingBox" row>
        <Button onClick={() => toast('A cópia foi bem-sucedida', 'success')}>Toast</Button>
        <Button onClick={() => toast('A internet está lenta, tente novamente mais tarde', 'error')}>
          Error toast
        </Button>
        <Button onClick={load}>Loading box</Button>
      </Section>
      {sheet && (
        <Sheet
          {...sheet}
          onClose={close}
          closeLabel="Fechar"
          footer={
            sheet.side ? undefined : (
              <Button variant="primary" size="l" full onClick={() => setOpen('alert')}>
                Confirmar
              </Button>
            )
          }
        >
          <div className={styles.stack}>
            {sheet.side ? (
              ['Agente', 'Escada de bônus', 'VIP', 'Promoções', 'Esportes'].map((name) => (
                <ListRow key={name} title={name} to="/home" />
              ))
            ) : (
              <>
                <p>Enviamos um código para o seu e-mail.</p>
                <TextField label="E-mail" />
                <TextField label="Código do e-mail" inputMode="numeric" error={null} />
              </>
            )}
          </div>
        </Sheet>
      )}
      {open === 'alert' && (
        <AlertDialog text="Por favor, faça login primeiro" confirmLabel="Eu entendi" onConfirm={close} />
      )}
      {open === 'confirm' && (
        <AlertDialog
          title="Sair da conta?"
          text="A rodada em aberto continua de onde parou quando você voltar."
          tone="danger"
          confirmLabel="Sair"
          onConfirm={close}
          cancelLabel="Cancelar"
          onCancel={close}
        />
      )}
      {open === 'titled' && (
        <AlertDialog
          picture={<img src={emptyArt.gift} alt="" width="160" height="120" className={styles.qr} />}
          title="Você subiu para VIP 3"
          text="R$ 50,00 esperando por você."
          confirmLabel="Receber"
          onConfirm={close}
        />
      )}
      <LoadingBox label="Carregando" open={loading} />
      <Toaster toasts={toasts} onEnd={(id) => setToasts((shown) => shown.filter((item) => item.id !== id))} />
    </>
  )
}

import Printer from 'lucide-react/icons/printer'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { ReceiptKind } from '#contract/printing.ts'
import { useOwnStore } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { PrintStore } from './PrintStore.ts'

export const PrintButton = observer(function PrintButton({ kind, id }: { kind: ReceiptKind; id: string }) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new PrintStore(root))
  return (
    <Button
      full
      icon={<Printer aria-hidden />}
      loading={store.isBusy}
      onClick={() => void store.print(kind, id)}
    >
      {t('receipts.print')}
    </Button>
  )
})

/** What `npm audit --json` says. */

export type AuditResult =
  | { kind: 'clean'; packages: number }
  | { kind: 'vulnerable'; findings: string[] }
  /** The registry did not answer, so nothing is known. */
  | { kind: 'unknown'; reason: string }

interface AuditReport {
  message?: string
  error?: { summary?: string; detail?: string }
  vulnerabilities?: Record<string, { severity: string; range: string }>
  metadata?: { dependencies?: { total?: number; prod?: number } }
}

/** Reads the output of `npm audit --json`; `stderr` gives the reason when there is no report. */
export function readAudit(stdout: string, stderr: string): AuditResult {
  const report = parse(stdout)
  const vulnerabilities = report?.vulnerabilities
  if (!vulnerabilities) {
    const reason = report?.message ?? report?.error?.summary ?? (stderr.trim().split('\n')[0] || 'no report')
    return { kind: 'unknown', reason }
  }
  const findings = Object.entries(vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
  )
  if (findings.length > 0) return { kind: 'vulnerable', findings }
  return { kind: 'clean', packages: report.metadata?.dependencies?.prod ?? 0 }
}

function parse(text: string): AuditReport | undefined {
  try {
    return JSON.parse(text) as AuditReport
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Times of the day that a venue sets, by the clock of the machine: `09:00`, and hours from one to another. */
const minutesInHour = 60
const hoursInDay = 24
const time = '([01]\\d|2[0-3]):([0-5]\\d)'
const timePattern = new RegExp(`^${time}$`)
const hoursPattern = new RegExp(`^${time}-${time}$`)

/** Whether this is '' or a time. */
export function isTimeOfDay(text: string): boolean {
  return text === '' || timePattern.test(text)
}

/** Whether this is '' or opening hours, such as `09:00-23:00` or, until the next morning, `18:00-02:00`. */
export function isOpeningHours(text: string): boolean {
  return text === '' || hoursPattern.test(text)
}

/** '': always. */
export function isOpenAt(openingHours: string, now: Date): boolean {
  const [, ...parts] = hoursPattern.exec(openingHours) ?? []
  if (parts.length === 0) return true
  const [from, to] = [minuteOf(parts[0], parts[1]), minuteOf(parts[2], parts[3])]
  const minute = now.getHours() * minutesInHour + now.getMinutes()
  if (from === to) return true
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Whether the time of day has passed since the start; '': never. */
export function isRestartDue(restartAt: string, startedAt: Date, now: Date): boolean {
  const [, hour, minute] = timePattern.exec(restartAt) ?? []
  if (hour === undefined || minute === undefined) return false
  const last = new Date(now)
  last.setHours(Number(hour), Number(minute), 0, 0)
  if (last > now) last.setHours(last.getHours() - hoursInDay)
  return startedAt < last
}

function minuteOf(hour: string | undefined, minute: string | undefined): number {
  return Number(hour) * minutesInHour + Number(minute)
}

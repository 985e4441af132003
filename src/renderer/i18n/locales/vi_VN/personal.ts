import personal from './personal.json' with { type: 'json' }

export default personal

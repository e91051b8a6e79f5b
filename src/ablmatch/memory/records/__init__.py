"""Memory records at work: what a request of a key may do with the record store, in process and behind HTTP alike.

    store = open_records("sqlite:///core.db", clock=clock)
    memory = RecordMemory(store, clock=clock)
    mia = caller_of(memory, "app", Carried(headers=["mia"]))
    write(memory, mia, {"store": "notes", "type": "preference", "content": "Window seat on trains"})
    begin_turn(memory, mia, TurnAsked(text="Book me a train")).context

Every call reads, judges the policy and writes in one transaction. It raises Refusal, or what the store raises.
"""
